import { callAs, person } from '../session.ts'
import { expect, test } from '../test.ts'

test('of two editors of a slot the second sees what the first saved beside what was typed, and saves on top of it', async ({ browser }) => {
  const [first, second] = [await person(browser, 'op1'), await person(browser, 'op1')]
  await callAs(first, '/adver/saveOrUpdate', { title: '两人同改', text: '原来的说明', url: '/page/home' })
  for (const page of [first, second]) {
    await page.goto('/work/popularize')
    await page.getByRole('button', { name: '编辑：两人同改' }).click()
  }
  const form = second.getByRole('dialog', { name: /编辑推广位/ })
  await form.getByLabel('说明').fill('我的说明')
  const other = first.getByRole('dialog', { name: /编辑推广位/ })
  await other.getByLabel('标题').fill('对方的标题')
  await other.getByLabel('说明').fill('对方的说明')
  await other.getByRole('button', { name: /保\s?存/ }).click()
  await expect(other).toHaveCount(0)

  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form.getByText('说明（可不填）：对方改为“对方的说明”，您填写的已保留')).toBeVisible()
  await expect(form.getByText('标题：对方改为“对方的标题”，已填入')).toBeVisible()
  await expect(form.getByLabel('说明')).toHaveValue('我的说明')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form).toHaveCount(0)
  await expect(second.getByText('我的说明').first()).toBeVisible()
  await expect(second.getByText('对方的标题').first()).toBeVisible()
})

test('a template that was changed while its review was open shows the changes before the decision', async ({ browser }) => {
  const [author, reviewer] = [await person(browser, 'op1'), await person(browser, 'op2')]
  const body = { name: '审核中改过的模板', purpose: 'notice', content: '原来的内容', submit: true }
  const made = await callAs(author, '/sms/temp/saveOrUpdate', body)
  await reviewer.goto('/work/smsTemp')
  await reviewer.getByRole('button', { name: '审核：审核中改过的模板' }).click()
  const review = reviewer.getByRole('dialog', { name: '审核短信模板' })
  await review.getByText('通过', { exact: true }).click()
  await callAs(author, '/sms/temp/saveOrUpdate', { ...body, id: made.id, version: made.version, content: '后来的内容' })
  await review.getByRole('button', { name: '通过' }).click()
  await expect(review.getByText('打开之后已被他人修改，请核对后再决定')).toBeVisible()
  await expect(review.getByText('短信内容：原来“原来的内容”，现在“后来的内容”')).toBeVisible()
  await review.getByRole('button', { name: '通过' }).click()
  await expect(review).toHaveCount(0)
})
