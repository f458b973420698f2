import { shanghaiDay } from '../../contract/shanghai.ts'
import { callAs, enter, person } from '../session.ts'
import { expect, test } from '../test.ts'
import { chooseOption } from '../select.ts'

test('op2 sees by which conditions op1 chose the companies, approves, and is offered only what is possible then', async ({ browser }) => {
  const op1 = await person(browser, 'op1')
  const { list } = await callAs(op1, '/sms/temp/list?keyword=座谈会通知')
  const body = {
    name: '座谈会短信',
    templateId: list[0].id,
    values: { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' },
    audience: { companyIds: [], tagIds: [], policyIds: [], filter: { companyName: '公司' }, persons: [] },
    planTime: `${shanghaiDay(Date.now() + 3 * 86_400_000)} 10:00:00`,
  }
  let send = await callAs(op1, '/sms/send/save', body)
  for (let n = 0; n < 2; n++) send = await callAs(op1, '/sms/send/save', { ...body, id: send.id, version: send.version })
  const { hash } = await callAs(op1, '/sms/send/dryRun', { id: send.id, version: send.version })
  const { version } = await callAs(op1, '/sms/send/submit', { id: send.id, version: send.version, hash })
  // The version equals the code of 待复核: parts of the drawer must not be mistaken for each other.
  expect(version).toBe(4)

  const op2 = await person(browser, 'op2')
  await op2.goto(`/work/smsSend?id=${send.id}`)
  const drawer = op2.getByRole('dialog', { name: '短信发送任务' })
  await expect(drawer.getByText('企业条件：名称含“公司”')).toBeVisible()
  const messages = drawer.getByRole('region', { name: '每一条短信' })
  await expect(messages.getByText('将发送').first()).toBeVisible()
  await drawer.getByRole('button', { name: '复核', exact: true }).click()
  const review = op2.getByRole('dialog', { name: '复核短信任务' })
  await review.getByText('通过', { exact: true }).click()
  await review.getByRole('button', { name: '通过' }).click()
  await expect(drawer.getByRole('button', { name: '中止发送' })).toBeVisible()
  await expect(messages.getByText('排队').first()).toBeVisible()
  await expect(drawer.getByRole('button', { name: '复核', exact: true })).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: '修改', exact: true })).toHaveCount(1)
})

test('the list of recipients follows the dry run and the send, and a send without recipients is refused at the field', async ({
  browser,
}) => {
  const op1 = await person(browser, 'op1')
  const { list } = await callAs(op1, '/sms/temp/list?keyword=座谈会通知')
  const persons = ['13900000001', '13900000002'].map((phone) => ({ phone, name: '' }))
  const send = await callAs(op1, '/sms/send/save', {
    name: '改过收件人的短信',
    templateId: list[0].id,
    values: { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' },
    audience: { companyIds: [], tagIds: [], policyIds: [], filter: null, persons },
    planTime: `${shanghaiDay(Date.now() + 3 * 86_400_000)} 10:00:00`,
  })
  await callAs(op1, '/sms/send/dryRun', { id: send.id, version: send.version })
  await op1.goto(`/work/smsSend?id=${send.id}`)
  const drawer = op1.getByRole('dialog', { name: '短信发送任务' })
  const messages = drawer.getByRole('region', { name: '每一条短信' })
  await expect(messages.getByText('共 2 条')).toBeVisible()
  await drawer.getByRole('button', { name: '修改', exact: true }).click()
  await drawer.getByLabel('再加号码').fill('13900000003')
  await drawer.getByRole('button', { name: '保存并试算' }).click()
  await expect(drawer.getByText('3 条短信')).toBeVisible()
  await expect(messages.getByText('共 3 条')).toBeVisible()
  await expect(messages.getByText('将发送')).toHaveCount(3)
  await drawer.getByRole('button', { name: '提交复核' }).click()
  await expect(drawer.getByText('待复核')).toBeVisible()
  await expect(messages.getByText('共 3 条')).toBeVisible()

  // A colleague approves and ends the send meanwhile: the open drawer follows.
  const op2 = await person(browser, 'op2')
  const submitted = await callAs(op2, `/sms/send/findById?id=${send.id}`)
  const verdict = { id: send.id, version: submitted.version, reviewState: 1, hash: submitted.dryRun.hash }
  await callAs(op2, '/sms/send/updateReviewState', verdict)
  await op1.reload()
  await expect(messages.getByText('排队')).toHaveCount(3)
  await callAs(op2, '/sms/send/abort', { id: send.id, reason: '座谈会取消' })
  await expect(messages.getByText('跳过：任务已中止')).toHaveCount(3, { timeout: 25_000 })
  await expect(drawer.getByText('已中止').first()).toBeVisible()

  await op1.goto('/work/smsSend?id=new')
  const fresh = op1.getByRole('dialog', { name: '新建发送任务' })
  await chooseOption(fresh.getByLabel('短信模板'), '座谈会通知')
  await fresh.getByLabel('任务名称').fill('没有收件人')
  for (const [label, value] of [
    ['日期', '3月12日'],
    ['时间', '9时'],
    ['地点', '县行政服务中心'],
    ['事项', '座谈会'],
    ['电话', '0570-12345'],
  ] as const)
    await fresh.getByLabel(label, { exact: true }).fill(value)
  await fresh.getByRole('button', { name: '保存并试算' }).click()
  await expect(fresh.getByText('请填写收件人或条件').first()).toBeVisible()
  await fresh.getByLabel('企业名称含有').fill('没有这样的企业')
  await fresh.getByRole('button', { name: '保存并试算' }).click()
  await expect(drawer.getByText(/已保存，但不能试算：没有收件人/)).toBeVisible()
})

// The reason was lost: only long words of a dialog were drafts.
test('the reason of an abort that was typed before a log-out in another window is offered after the next log-in', async ({ browser }) => {
  const op1 = await person(browser, 'op1')
  const { list } = await callAs(op1, '/sms/temp/list?keyword=座谈会通知')
  const send = await callAs(op1, '/sms/send/save', {
    name: '要中止的短信',
    templateId: list[0].id,
    values: { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' },
    audience: { companyIds: [], tagIds: [], policyIds: [], filter: null, persons: [{ phone: '13900000009', name: '' }] },
    planTime: `${shanghaiDay(Date.now() + 3 * 86_400_000)} 10:00:00`,
  })
  const { hash } = await callAs(op1, '/sms/send/dryRun', { id: send.id, version: send.version })
  const { version } = await callAs(op1, '/sms/send/submit', { id: send.id, version: send.version, hash })
  const op2 = await person(browser, 'op2')
  await callAs(op2, '/sms/send/updateReviewState', { id: send.id, version, reviewState: 1, hash })

  const dialog = op1.getByRole('dialog', { name: '中止“要中止的短信”？' })
  const open = async () => {
    await op1.goto(`/work/smsSend?id=${send.id}`)
    await op1.getByRole('button', { name: '中止发送' }).click()
    await expect(dialog).toBeVisible()
  }
  await open()
  const other = await op1.context().newPage()
  await other.goto('/work/account')
  await other.getByRole('button', { name: /您好/ }).click()
  // Sooner than a draft saves itself: the log-out waits for it.
  await dialog.getByLabel('中止原因').fill('改期')
  // Busy, the window hears of the log-out late.
  const busy = op1.evaluate(() => {
    const end = Date.now() + 500
    while (Date.now() < end);
  })
  await other.getByText('退出登录').click()
  await busy
  // Shown as the page is left, and again on the next one if that comes soon.
  await expect(op1.getByText('填写的内容已存为草稿')).toBeVisible()
  await op1.waitForURL(/\/login/)

  await enter(op1, 'op1')
  await open()
  await dialog.getByRole('button', { name: '继续填写' }).click()
  await expect(dialog.getByLabel('中止原因')).toHaveValue('改期')
  await dialog.getByRole('button', { name: '中止发送' }).click()
  await expect(op1.getByText('已中止，此前已发出 0 条')).toBeVisible()
})
