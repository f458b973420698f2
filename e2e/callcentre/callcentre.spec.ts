import { expect, test } from '@playwright/test'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'

test('a call rings, its card is there, it becomes an appeal, and the company sees it', async ({ browser }, { retry }) => {
  test.setTimeout(180_000)
  const title = `来电反映用电容量不足（试验 ${retry + 1}）`
  const agent = await person(browser, 'agent1')
  await test.step('an agent begins', async () => {
    await agent.goto('/ecall')
    await agent.getByRole('button', { name: /^(签入|示闲)$/ }).click()
    await expect(agent.getByText('请先填写分机')).toBeVisible()
    await agent.getByLabel('分机').fill('801')
    await agent.getByRole('button', { name: /^(签入|示闲)$/ }).click()
    await expect(agent.getByRole('region', { name: '坐席状态' }).getByText('示闲').first()).toBeVisible()
    expect(await graveFaults(agent)).toEqual([])
  })
  await test.step('it rings, and the card is there within a second', async () => {
    await agent.getByLabel('主叫号码').fill(`1391234${String(1000 + retry)}`)
    await agent.getByRole('button', { name: '来电', exact: true }).click()
    await expect(agent.getByRole('heading', { name: '来电人' })).toBeVisible({ timeout: 2000 })
    await expect(agent.getByText(`1391234${String(1000 + retry)}`).first()).toBeVisible()
    await agent.getByRole('button', { name: '接听', exact: true }).click()
    await expect(agent.getByRole('heading', { name: '登记' })).toBeVisible()
  })
  await test.step('the company is found by its name; what is typed outlives the end of the call', async () => {
    await agent.getByRole('combobox', { name: '企业' }).first().fill('星澜')
    await agent
      .getByTitle(/星澜精密轴承/)
      .first()
      .click()
    await expect(agent.getByRole('heading', { name: /星澜精密轴承/ })).toBeVisible()
    await agent.getByLabel('内容', { exact: true }).fill('变压器容量不够，希望增容')
    await agent.getByRole('button', { name: '挂断', exact: true }).click()
    await expect(agent.getByText('待整理').first()).toBeVisible()
    await expect(agent.getByLabel('内容', { exact: true })).toHaveValue('变压器容量不够，希望增容')
  })
  await test.step('it becomes an appeal', async () => {
    await agent.getByRole('button', { name: '转诉求', exact: true }).click()
    await agent.getByRole('tab', { name: '要素保障' }).click()
    await agent.getByRole('radio', { name: '用电' }).check()
    await agent.getByLabel('标题').fill(title)
    await agent.getByLabel('内容', { exact: true }).fill('变压器容量不够，希望协调增容。')
    await agent.getByLabel('联系人').fill('林小满')
    await agent.getByRole('button', { name: '提交诉求' }).click()
    await expect(agent.getByText(/已转为诉求 SQ/)).toBeVisible()
  })
  await test.step('the service centre and the company see it', async () => {
    const front = await person(browser, 'front1')
    await front.goto(`/work/adminAppeal?keyword=${encodeURIComponent('用电容量不足')}`)
    await expect(front.getByRole('row', { name: title })).toContainText('待受理')
    const company = await person(browser, 'qy1')
    await company.goto('/work/myAppeal')
    await expect(company.getByRole('row', { name: title })).toBeVisible()
  })
})

test('a missed call waits to be called back, is taken and done', async ({ browser }) => {
  const agent = await person(browser, 'agent2')
  await agent.goto('/ecall')
  await agent.getByLabel('分机').fill('802')
  await agent.getByRole('button', { name: /^(签入|示闲)$/ }).click()
  await agent.getByLabel('主叫号码').fill('139 6666 0802')
  await agent.getByRole('button', { name: '未接', exact: true }).click()
  const row = agent
    .getByRole('region', { name: /^待回拨/ })
    .getByRole('listitem')
    .filter({ hasText: '139****0802' })
  await row.getByRole('button', { name: '领取' }).click()
  const mine = agent
    .getByRole('region', { name: /^待回拨/ })
    .getByRole('listitem')
    .filter({ hasText: '13966660802' })
  await mine.getByRole('button', { name: '完成' }).click()
  await agent.getByRole('dialog', { name: '完成回拨' }).getByRole('textbox').fill('已回电，咨询申报时间')
  await agent.getByRole('dialog', { name: '完成回拨' }).getByRole('button', { name: '完成' }).click()
  await expect(mine).toHaveCount(0)
})

test('figures open their records; the screens are read on a telephone', async ({ browser }) => {
  const leader = await person(browser, 'leader1')
  await leader.goto('/work/cal')
  await expect(leader.getByRole('heading', { name: '按坐席的呼入与呼出' })).toBeVisible()
  expect(await graveFaults(leader)).toEqual([])
  await leader.getByText('打开通话记录').click()
  await leader.getByRole('link', { name: /温言/ }).click()
  await expect(leader.getByRole('table').first()).toBeVisible()
  await leader.setViewportSize({ width: 375, height: 800 })
  await leader.goto('/ecall')
  await expect(leader.getByRole('heading', { name: '坐席', exact: true })).toBeVisible()
  expect(await leader.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  expect(await graveFaults(leader)).toEqual([])
})
