import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'
import { optionsOf, take } from '../select.ts'

test('an officer sees the platform as after a waiting change, read-only, until the requester withdraws it', async ({ browser }) => {
  const [first, second] = [await person(browser, 'security1'), await person(browser, 'security2')]
  const { list } = (await callAs(first, '/sys/user/list?name=dept2')) as { list: { id: number; name: string }[] }
  const { id: userId, name } = list[0]!
  const roles = ((await callAs(first, '/sys/role/list?pageSize=100')) as { list: { id: number; code: string }[] }).list
  const roleIds = roles.filter(({ code }) => ['dept', 'leader'].includes(code)).map(({ id }) => id)
  const change = (await callAs(first, '/sys/role/changeSubmit', { change: { userId, roleIds, terms: [] }, reason: '代为审核' })) as {
    id: number
  }

  await test.step('the reason is asked for, and the bar says what is looked at', async () => {
    await second.goto('/work/role?tab=changes')
    const row = second.getByRole('row').filter({ hasText: name }).filter({ hasText: '待复核' })
    await row.getByRole('button', { name: /^复核/ }).click()
    await second.getByRole('button', { name: '预看变更后的页面' }).click()
    const asking = second.getByRole('dialog', { name: '预看变更后的页面' })
    await asking.getByRole('button', { name: '开始查看' }).click()
    await expect(asking.getByText('请填写原因')).toBeVisible()
    await asking.getByLabel('原因').fill('先看看会多出什么')
    await asking.getByRole('button', { name: '开始查看' }).click()
    await expect(
      second.getByRole('status').filter({ hasText: `变更以后“${name}”看到的页面，变更还没有生效，只能看，不能办理` }),
    ).toBeVisible()
  })

  await test.step('every page says so, on wide and narrow screens without faults', async () => {
    await second.goto('/work/workbench')
    await expect(second.getByRole('button', { name: '结束查看' })).toBeVisible()
    expect(await graveFaults(second)).toEqual([])
    await second.setViewportSize({ width: 375, height: 720 })
    expect(await second.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  await test.step('the view ends on the open page when the change is withdrawn', async () => {
    const { version } = (await callAs(first, `/sys/role/changeFindById?id=${change.id}`)) as { version: number }
    await callAs(first, '/sys/role/changeWithdraw', { id: change.id, version })
    await expect(second.getByRole('button', { name: '结束查看' })).toHaveCount(0)
    await expect(second.getByRole('banner')).not.toContainText(name)
  })
})

test('a change of a role is looked at as any of its holders, and a decision on what has changed since does not count', async ({
  browser,
}) => {
  const [first, second] = [await person(browser, 'security1'), await person(browser, 'security2')]
  const roles = ((await callAs(first, '/sys/role/list?pageSize=100')) as { list: { id: number; code: string; name: string }[] }).list
  const role = roles.find(({ code }) => code === 'dept')!
  const { list } = (await callAs(first, `/sys/user/list?roleId=${role.id}&name=dept3`)) as { list: { name: string }[] }
  const change = (await callAs(first, '/sys/role/changeSubmit', {
    change: { roleId: role.id, resource: 'declaration', rule: null },
    reason: '看看没有规则会怎样',
  })) as { id: number }

  await test.step('the first holder is proposed, another is found by name', async () => {
    await second.goto('/work/role?tab=changes')
    const row = second
      .getByRole('row')
      .filter({ hasText: `角色“${role.name}”的数据规则` })
      .filter({ hasText: '待复核' })
    await row.getByRole('button', { name: /^复核/ }).click()
    await second.getByRole('button', { name: '预看变更后的页面' }).click()
    const asking = second.getByRole('dialog', { name: '预看变更后的页面' })
    const holder = asking.getByRole('combobox', { name: '持有该角色的人' })
    const holders = await optionsOf(holder)
    await holder.fill('dept3')
    await take(holder, holders.filter({ hasText: list[0]!.name }).first())
    expect(await graveFaults(second)).toEqual([])
    await asking.getByLabel('原因').fill('换一个人看')
    await asking.getByRole('button', { name: '开始查看' }).click()
    await expect(second.getByRole('status').filter({ hasText: `变更以后“${list[0]!.name}”看到的页面` })).toBeVisible()
    // The end leads to the officer's own first page. Until then the page shows whom it was loaded for: what the officer opens on a page that
    // seems to be theirs already would be left again.
    await second.evaluate(() => {
      const isOwn = () => [...document.querySelectorAll('h1, h2')].some(({ textContent }) => /^安全管理员.*您好$/.test(textContent))
      const look = () => isOwn() && sessionStorage.setItem('shown-early', 'yes')
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await second.getByRole('button', { name: '结束查看' }).click()
    await expect(second.getByRole('heading', { name: /^安全管理员.*您好$/ })).toBeVisible()
    expect(await second.evaluate(() => sessionStorage.getItem('shown-early'))).toBe(null)
    await expect(second.getByRole('button', { name: '结束查看' })).toHaveCount(0)
  })

  await test.step('the role grows while the officer reads: the decision does not count, and the present effect is shown', async () => {
    await second.goto('/work/role?tab=changes')
    const { id } = (await callAs(first, '/sys/role/saveOrUpdate', {
      code: `grows${Date.now()}`,
      name: '会变大的角色',
      description: '',
      permissions: ['company:read'],
      menuIds: [],
    })) as { id: number }
    const { list: people } = (await callAs(first, '/sys/user/list?name=op2')) as {
      list: { id: number; name: string; roles: { id: number }[] }[]
    }
    const roleIds = [...people[0]!.roles.map((held) => held.id), id]
    await callAs(first, '/sys/role/changeSubmit', { change: { userId: people[0]!.id, roleIds, terms: [] }, reason: '帮忙' })
    await second.reload()
    const row = second.getByRole('row').filter({ hasText: people[0]!.name }).filter({ hasText: '待复核' })
    await row.getByRole('button', { name: /^复核/ }).click()
    const drawer = second.getByRole('dialog', { name: new RegExp(people[0]!.name) })
    await drawer.getByRole('button', { name: '复核', exact: true }).click()
    const { version, code, name, description, permissions } = (await callAs(first, `/sys/role/findById?id=${id}`)) as Record<
      string,
      unknown
    >
    const grown = [...(permissions as string[]), 'policy:read']
    await callAs(first, '/sys/role/saveOrUpdate', { id, version, code, name, description, permissions: grown, menuIds: [] })
    const deciding = second.getByRole('dialog', { name: /^复核“/ })
    await deciding.getByRole('radio', { name: '同意' }).check()
    await deciding.getByRole('button', { name: /^同\s?意$/ }).click()
    await expect(second.getByText('您看过以后，这项变更带来的权限已有变化，请重新看过影响再决定')).toBeVisible()
    await expect(deciding).toHaveCount(0)
    await expect(drawer.getByText('查看政策', { exact: false }).first()).toBeVisible()
    await drawer.getByRole('button', { name: '复核', exact: true }).click()
    await deciding.getByRole('radio', { name: '同意' }).check()
    await deciding.getByRole('button', { name: /^同\s?意$/ }).click()
    await expect(second.getByText('已同意，随即生效')).toBeVisible()
  })

  const { version } = (await callAs(first, `/sys/role/changeFindById?id=${change.id}`)) as { version: number }
  await callAs(first, '/sys/role/changeWithdraw', { id: change.id, version })
})
