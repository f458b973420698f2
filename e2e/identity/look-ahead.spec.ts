import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

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
