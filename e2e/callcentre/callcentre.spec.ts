import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'
import { chooseOption } from '../select.ts'

const PHONE = '13912341000'

test('a call rings, its card opens, it becomes an appeal, and the company sees it', async ({ browser }) => {
  const title = '来电反映用电容量不足'
  const agent = await person(browser, 'agent1')
  await test.step('an agent starts work', async () => {
    await agent.goto('/ecall')
    await agent.getByRole('button', { name: /^(签入|示闲)$/ }).click()
    await expect(agent.getByText('请先填写分机')).toBeVisible()
    await agent.getByLabel('分机').fill('801')
    await agent.getByRole('button', { name: /^(签入|示闲)$/ }).click()
    await expect(agent.getByRole('region', { name: '坐席状态' }).getByText('示闲').first()).toBeVisible()
    expect(await graveFaults(agent)).toEqual([])
  })
  await test.step('when opening by itself is switched off, the call appears only in the queue', async () => {
    await agent.getByRole('checkbox', { name: '来电自动打开' }).uncheck()
    await agent.reload()
    await expect(agent.getByRole('checkbox', { name: '来电自动打开' })).not.toBeChecked()
    await agent.getByLabel('主叫号码').fill('13912349999')
    await agent.getByRole('button', { name: '来电', exact: true }).click()
    await expect(agent.getByText('13912349999').first()).toBeVisible()
    await expect(agent.getByRole('heading', { name: '来电人' })).toBeHidden()
    await agent.getByRole('button', { name: '未接', exact: true }).click()
    await expect(agent.getByRole('button', { name: /^13912349999/ })).toHaveCount(0)
    await agent.getByRole('checkbox', { name: '来电自动打开' }).check()
  })
  await test.step('a call rings, and its card opens', async () => {
    await agent.getByLabel('主叫号码').fill(PHONE)
    await agent.getByRole('button', { name: '来电', exact: true }).click()
    await expect(agent.getByRole('heading', { name: '来电人' })).toBeVisible({ timeout: 10_000 })
    await expect(agent.getByText(PHONE).first()).toBeVisible()
    await agent.getByRole('button', { name: '接听', exact: true }).click()
    await expect(agent.getByRole('heading', { name: '登记' })).toBeVisible()
  })
  await test.step('a dismissed call stays closed until it is chosen again', async () => {
    await agent.getByRole('button', { name: '收起' }).click()
    const caller = agent.getByRole('heading', { name: '来电人' })
    await expect(caller).toBeHidden()
    await agent.waitForTimeout(1000)
    await expect(caller).toBeHidden()
    await agent.getByRole('button', { name: new RegExp(`^${PHONE}`) }).click()
    await expect(agent.getByRole('heading', { name: '登记' })).toBeVisible()
  })
  await test.step('the company is found by its name; the input stays after the end of the call', async () => {
    await chooseOption(agent.getByRole('combobox', { name: '企业' }).first(), '星澜精密轴承')
    await expect(agent.getByRole('heading', { name: /星澜精密轴承/ })).toBeVisible()
    await agent.getByLabel('内容', { exact: true }).fill('变压器容量不够，希望增容')
    await agent.getByRole('button', { name: '挂断', exact: true }).click()
    await expect(agent.getByText('待整理').first()).toBeVisible()
    // On a phone the caller stands above the queue.
    await agent.setViewportSize({ width: 375, height: 800 })
    const top = async (name: string) => (await agent.getByRole('heading', { name, exact: true }).boundingBox())!.y
    expect(await top('来电人')).toBeLessThan(await top('通话'))
    await agent.setViewportSize({ width: 1280, height: 720 })
    await expect(agent.getByLabel('内容', { exact: true })).toHaveValue('变压器容量不够，希望增容')
  })
  await test.step('it becomes an appeal', async () => {
    await agent.getByRole('button', { name: '转诉求', exact: true }).click()
    await expect(agent.getByLabel('内容', { exact: true })).toHaveValue('变压器容量不够，希望增容')
    expect(await graveFaults(agent)).toEqual([])
    await agent.getByRole('button', { name: /^取\s*消$/ }).click()
    await expect(agent.getByLabel('内容', { exact: true })).toHaveValue('变压器容量不够，希望增容')
    await agent.getByRole('button', { name: '转诉求', exact: true }).click()
    await agent.getByRole('tab', { name: '要素保障' }).click()
    await agent.getByRole('radio', { name: '用电' }).check()
    await agent.getByLabel('标题').fill(title)
    await agent.getByLabel('内容', { exact: true }).fill('变压器容量不够，希望协调增容。')
    await agent.getByLabel('联系人').fill('林小满')
    await agent.getByRole('button', { name: '提交诉求' }).click()
    await expect(agent.getByText(/已转为诉求 SQ/)).toBeVisible()
  })
  await test.step('the service centre and the company see the appeal', async () => {
    const front = await person(browser, 'front1')
    await front.goto(`/work/adminAppeal?keyword=${encodeURIComponent('用电容量不足')}`)
    await expect(front.getByRole('row', { name: title })).toContainText('待受理')
    const company = await person(browser, 'qy1')
    await company.goto('/work/myAppeal')
    await expect(company.getByRole('row', { name: title })).toBeVisible()
  })
})

test('a missed call is a promised callback, is taken and finished', async ({ browser }) => {
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

test('figures open their records; the screens work on a phone', async ({ browser }) => {
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

test('without the live stream the card follows its call, and the call is registered; a wrong company is left out', async ({ browser }, {
  retry,
}) => {
  const agent = await person(browser, 'agent1')
  await agent.route('**/sys/push', (route) => route.abort())
  await callAs(agent, '/call/agent/state', { state: 1, extension: `81${retry}` })
  await agent.goto('/ecall')
  const phone = `1391235${String(2000 + retry)}`
  // The events come from elsewhere: nothing on this page knows of them.
  const event = (name: string, callId?: string) => callAs(agent, '/call/simulate', { event: name, phone, ...(callId ? { callId } : {}) })
  const { callId } = await event('ringing')
  await expect(agent.getByRole('heading', { name: '来电人' })).toBeVisible({ timeout: 15_000 })
  await event('answered', callId)
  await expect(agent.getByRole('heading', { name: '登记', exact: true })).toBeVisible({ timeout: 15_000 })
  await chooseOption(agent.getByRole('combobox', { name: '企业' }).first(), '星澜精密轴承')
  await expect(agent.getByRole('heading', { name: /星澜精密轴承/ })).toBeVisible()
  await agent.getByRole('button', { name: '不关联企业' }).click()
  await expect(agent.getByRole('heading', { name: /星澜精密轴承/ })).toHaveCount(0)
  await agent.getByLabel('内容', { exact: true }).fill('问路的来电')
  await agent.getByRole('radio', { name: '当场答复' }).check()
  await event('ended', callId)
  await agent.getByRole('button', { name: '登记', exact: true }).click()
  await expect(agent.getByText('已登记', { exact: true })).toBeVisible()
  const { list } = await callAs(agent, `/call/data/list?keyword=${encodeURIComponent('问路')}`)
  expect(list[0]).toMatchObject({ companyId: null, stateName: '已登记' })
})

test('a chosen company that cannot be loaded takes nothing that was typed', async ({ browser }, { retry }) => {
  const agent = await person(browser, 'agent1')
  await callAs(agent, '/call/agent/state', { state: 1, extension: `82${retry}` })
  await agent.goto('/ecall')
  const phone = `1391236${String(2000 + retry)}`
  const { callId } = await callAs(agent, '/call/simulate', { event: 'ringing', phone })
  await callAs(agent, '/call/simulate', { event: 'answered', phone, callId })
  const content = agent.getByLabel('内容', { exact: true })
  await content.fill('厂区道路积水，希望排查管网')
  let broken = true
  await agent.route(/\/call\/data\/pop\?.*companyId=/, (route) => (broken ? route.abort() : route.continue()))
  await chooseOption(agent.getByRole('combobox', { name: '企业' }).first(), '星澜精密轴承')
  await expect(agent.getByRole('button', { name: '不选这家企业' })).toBeVisible()
  await expect(content).toHaveValue('厂区道路积水，希望排查管网')
  broken = false
  await agent.getByRole('button', { name: /^重\s*试$/ }).click()
  await expect(agent.getByRole('heading', { name: /星澜精密轴承/ })).toBeVisible()
  await expect(content).toHaveValue('厂区道路积水，希望排查管网')
  await agent.getByRole('radio', { name: '当场答复' }).check()
  await agent.getByRole('button', { name: '登记', exact: true }).click()
  await expect(agent.getByRole('heading', { name: '来电人' })).toHaveCount(0)
  const { list } = await callAs(agent, `/call/data/list?keyword=${encodeURIComponent('积水')}`)
  expect(list[0]).toMatchObject({ companyName: expect.stringContaining('星澜') })
})

test('a company out of sight is named on the card, and its link is not sent', async ({ browser }, { retry }) => {
  const agent = await person(browser, 'agent1')
  await callAs(agent, '/call/agent/state', { state: 1, extension: `83${retry}` })
  await agent.route('**/call/data/pop?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.call = { ...body.data.call, companyId: 1, companyName: '云溪县远山制造有限公司（示例）' }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, matches: [], company: null } } })
  })
  await agent.goto('/ecall')
  const phone = `1391237${String(2000 + retry)}`
  const { callId } = await callAs(agent, '/call/simulate', { event: 'ringing', phone })
  await callAs(agent, '/call/simulate', { event: 'answered', phone, callId })
  await expect(agent.getByText('已关联“云溪县远山制造有限公司（示例）”', { exact: false })).toBeVisible()
  await agent.getByLabel('内容', { exact: true }).fill('询问厂房租金')
  await expect(agent.getByRole('button', { name: '转诉求', exact: true })).toBeDisabled()
  await agent.getByRole('radio', { name: '当场答复' }).check()
  const sent = agent.waitForRequest('**/call/data/saveOrUpdate')
  await agent.getByRole('button', { name: '登记', exact: true }).click()
  expect((await sent).postDataJSON()).not.toHaveProperty('companyId')
  await expect(agent.getByRole('heading', { name: '来电人' })).toHaveCount(0)
  // A call that is still running may not answer in the next test.
  await agent.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a call that is not there can be put away', async ({ browser }) => {
  const agent = await person(browser, 'agent2')
  await agent.goto('/ecall?id=999999999')
  await expect(agent.getByText('该通话记录不存在或已被删除')).toBeVisible()
  await agent.getByRole('button', { name: '收起' }).click()
  await expect(agent.getByText('该通话记录不存在或已被删除')).toBeHidden()
  expect(new URL(agent.url()).search).toBe('')
})
