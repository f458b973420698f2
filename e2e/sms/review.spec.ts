import { shanghaiDay } from '../../contract/shanghai.ts'
import { callAs, person } from '../session.ts'
import { expect, test } from '../test.ts'

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
