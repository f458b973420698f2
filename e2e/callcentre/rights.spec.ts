import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

test('an agent whose role is taken away keeps what is typed, and is then told whom to ask', async ({ browser }) => {
  const [agent, officer] = [await person(browser, 'agent2'), await person(browser, 'security1')]
  const words = '来电人反映夜间限电，正在记录'
  await agent.goto('/ecall')
  await agent.getByRole('button', { name: '手工登记' }).click()
  const drawer = agent.getByRole('dialog', { name: '手工登记通话' })
  const saved = agent.waitForResponse((r) => r.url().endsWith('/sys/draft/save') && r.ok())
  await drawer.getByLabel('内容', { exact: true }).fill(words)
  await saved

  await test.step('the security officer takes the role away', async () => {
    const { list } = (await callAs(officer, '/sys/user/list?name=agent2')) as { list: { id: number; version: number }[] }
    await callAs(officer, '/sys/user/saveRoles', { id: list[0]!.id, version: list[0]!.version, roleIds: [], terms: [] })
  })

  await test.step('the text stays, and the page says that it cannot be sent', async () => {
    await drawer.getByLabel('联系人（可不填）').fill('林小满')
    await expect(agent.getByText('您的权限刚刚变更，已不能使用这个页面。')).toBeVisible({ timeout: 20_000 })
    await expect(drawer.getByLabel('内容', { exact: true })).toHaveValue(words)
    await agent.waitForTimeout(2500)
    await expect(drawer.getByLabel('内容', { exact: true })).toHaveValue(words)
  })

  await test.step('left, the page says who gives the right, with one click to ask', async () => {
    await agent.reload()
    await expect(agent.getByRole('heading', { name: '无权限' })).toBeVisible()
    await expect(
      agent.getByText('您没有打开“呼叫中心”的权限。需要“查看通话”权限，由安全管理员授予。如工作需要，可以在这里申请。'),
    ).toBeVisible()
    expect(await graveFaults(agent)).toEqual([])
    await agent.getByRole('button', { name: '申请权限' }).click()
    await expect(agent.getByRole('status').filter({ hasText: /安全管理员/ })).toBeVisible()
  })
})

test('an officer who views the desk of an agent finds nothing to press', async ({ browser }) => {
  const officer = await person(browser, 'security2')
  const { list } = (await callAs(officer, '/sys/user/list?name=agent1')) as { list: { id: number }[] }
  await callAs(officer, '/sys/viewAs/start', { userId: list[0]!.id, reason: '看看坐席的页面' })
  await officer.goto('/ecall')
  await expect(officer.getByRole('button', { name: '结束查看' })).toBeVisible()
  const why = /只能看，不能办理或下载$/
  // An earlier test of this worker may have left the agent signed in.
  for (const name of [/^(签入|示闲)$/, /^示忙$/, /^离线$/, /^手工登记$/]) {
    const button = officer.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('title', why)
  }
  const take = officer.getByRole('button', { name: '领取' })
  await expect(take.first()).toBeDisabled()
  await expect(officer.getByLabel('分机')).toBeDisabled()
  expect(await graveFaults(officer)).toEqual([])
})
