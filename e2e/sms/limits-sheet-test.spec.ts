import { shanghaiDay } from '../../contract/shanghai.ts'
import { xlsx } from '../../server/kernel/testing/samples.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'
import { expect, test } from '../test.ts'

const values = { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' }

test('security1 sees what is used of the text messages, and makes a limit stricter but not looser', async ({ browser }) => {
  const security1 = await person(browser, 'security1')
  await security1.goto('/work/smsLimits')
  await expect(security1.getByRole('region', { name: '已用的短信' }).getByText(/今天已用/)).toBeVisible()
  expect(await graveFaults(security1)).toEqual([])
  const perNumber = security1.getByLabel('验证码：同一号码每天')
  await perNumber.fill('11')
  await security1.getByRole('button', { name: '保存' }).click()
  await expect(security1.getByText('不能大于 10').first()).toBeVisible()
  await perNumber.fill('8')
  await security1.getByRole('button', { name: '保存' }).click()
  await expect(security1.getByText('已保存，一秒内生效')).toBeVisible()
  await expect(security1.getByText(/安全管理员/).first()).toBeVisible()
  await security1.reload()
  await expect(security1.getByLabel('验证码：同一号码每天')).toHaveValue('8')
})

test('op1 imports recipients from a sheet, sees its wrong row, and is told that a test message needs a bound number', async ({
  browser,
}) => {
  const op1 = await person(browser, 'op1')
  const { list } = await callAs(op1, '/sms/temp/list?keyword=座谈会通知')
  const send = await callAs(op1, '/sms/send/save', {
    name: '表格里的收件人',
    templateId: list[0].id,
    values,
    audience: { companyIds: [], tagIds: [], policyIds: [], filter: null, persons: [] },
    planTime: `${shanghaiDay(Date.now() + 3 * 86_400_000)} 10:00:00`,
    bySheet: true,
  })
  await op1.goto(`/work/smsSend?id=${send.id}`)
  const drawer = op1.getByRole('dialog', { name: '短信发送任务' })
  await drawer.getByRole('button', { name: '发一条给自己' }).click()
  await expect(drawer.getByText('您的账号还没有绑定手机号，请先在“我的账号”绑定再试发')).toBeVisible()
  await drawer.getByRole('button', { name: '从表格导入收件人' }).click()
  const sheet = op1.getByRole('dialog', { name: '从表格导入收件人' })
  const rows = [
    ['手机号', '姓名'],
    ['13900000011', '林小满'],
    ['13900000012', ''],
    ['12345', '号码不对'],
  ]
  await sheet.getByLabel('导入文件').setInputFiles({
    name: '收件人.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await xlsx(rows),
  })
  await sheet.getByRole('button', { name: '校验' }).click()
  await expect(sheet.getByText('手机号格式错误').first()).toBeVisible()
  expect(await graveFaults(op1)).toEqual([])
  await sheet.getByRole('button', { name: '导入 2 行' }).click()
  await sheet.getByRole('button', { name: '完成' }).click()
  await expect(drawer.getByText('从表格导入 2 个')).toBeVisible()
  await drawer.getByRole('button', { name: '试算', exact: true }).click()
  await expect(drawer.getByText('2 条短信')).toBeVisible()
  await op1.goto('/work/smsTemp')
  await op1.getByRole('button', { name: /更多/ }).first().click()
  await op1.getByText('发一条给自己').first().click()
  await expect(op1.getByRole('dialog', { name: /发一条给自己/ }).getByRole('button', { name: '发给自己' })).toBeVisible()
  expect(await graveFaults(op1)).toEqual([])
})
