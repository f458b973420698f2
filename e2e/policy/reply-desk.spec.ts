import { expect, test } from '../test.ts'
import { person } from '../session.ts'
import { chooseOption } from '../select.ts'

const POLICY = 'demo-talent'

test('a question is answered with a standard phrase; the next question on the policy offers this answer again', async ({ browser }) => {
  const company = await person(browser, 'qy1')
  const asks = async (words: string) => {
    await company.goto(`/page/policyserverdetail?id=${POLICY}`)
    await company.getByRole('button', { name: /^政策咨询/ }).click()
    const dialog = company.getByRole('dialog', { name: '政策咨询' })
    await dialog.getByLabel('咨询内容').fill(words)
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(company.getByText('提交成功，感谢咨询')).toBeVisible()
  }
  const editor = await person(browser, 'editor1')
  const opens = async (words: string) => {
    await editor.goto(`/work/policyconsult?keyword=${encodeURIComponent(words)}`)
    await editor.getByRole('button', { name: /^回复/ }).first().click()
    return editor.getByRole('dialog', { name: '回复咨询' })
  }
  await asks('示例咨询一：硕士按几年计？')
  const first = await opens('示例咨询一')
  await first.getByRole('button', { name: /^您好，您的咨询已收到/ }).click()
  const reply = first.getByLabel(/回复内容/)
  await expect(reply).toHaveValue('您好，您的咨询已收到。')
  await reply.press('End')
  await reply.pressSequentially('按引进当年计。')
  await first.getByRole('button', { name: '发送回复' }).click()
  await expect(editor.getByText('回复成功')).toBeVisible()

  await asks('示例咨询二：硕士怎么计？')
  const second = await opens('示例咨询二')
  await second.getByRole('button', { name: /^采用这条回复：示例咨询一/ }).click()
  await expect(second.getByLabel(/回复内容/)).toHaveValue('您好，您的咨询已收到。按引进当年计。')
})

test('the editor sees the company’s verdict and passes the question on to a colleague, as a task', async ({ browser }) => {
  const words = '示例咨询三：请经办人看一看'
  const company = await person(browser, 'qy2')
  await company.goto(`/page/policyserverdetail?id=${POLICY}`)
  await company.getByRole('button', { name: /^政策咨询/ }).click()
  const ask = company.getByRole('dialog', { name: '政策咨询' })
  await ask.getByLabel('咨询内容').fill(words)
  await ask.getByRole('button', { name: '确定' }).click()
  await expect(company.getByText('提交成功，感谢咨询')).toBeVisible()

  const front = await person(browser, 'front1')
  await front.goto(`/work/policyconsult?keyword=${encodeURIComponent('示例咨询三')}`)
  await front.getByRole('button', { name: /^回复/ }).first().click()
  const dialog = front.getByRole('dialog', { name: '回复咨询' })
  await expect(dialog.getByRole('region', { name: '企业核对结论' })).toContainText('按企业档案')
  await dialog.getByRole('button', { name: '转交同事答复' }).click()
  await chooseOption(dialog.getByLabel('转交给'), '编辑')
  await dialog.getByLabel(/^留言/).fill('麻烦看一下条款')
  await dialog.getByRole('button', { name: '确认转交' }).click()
  await expect(front.getByText('已转交')).toBeVisible()

  const editor = await person(browser, 'editor1')
  await editor.goto(`/work/policyconsult?replyState=0&forMe=1&keyword=${encodeURIComponent('示例咨询三')}`)
  await editor.getByRole('button', { name: /^回复/ }).first().click()
  await expect(editor.getByRole('dialog', { name: '回复咨询' })).toContainText('麻烦看一下条款')
})
