import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'

const POLICY = 'demo-talent'
const COMPANY = '云溪县鹿鸣数控机床有限公司（示例）'
const CODE = '91339999MAEF12373P'
const QUESTION = '手机上答复的咨询：公寓可以住几年？'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A member of staff in the app of 浙政钉 on the phone. */
async function onPhone(page: Page, who: RegExp): Promise<void> {
  await page.setViewportSize({ width: 375, height: 720 })
  await page.goto('/zzd/login')
  await page.getByRole('link', { name: '演示：从浙政钉工作台进入' }).click()
  await page.getByRole('button', { name: who }).click()
  await page.waitForURL('**/zzd/home')
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
}
const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)

test('from 浙政钉 on the phone a question is answered and a binding is returned', async ({ browser, page }) => {
  const individual = await person(browser, 'gr2')
  await test.step('somebody asks, and asks for a binding', async () => {
    await individual.goto(`/page/policyserverdetail?id=${POLICY}`)
    await individual.getByRole('button', { name: /^政策咨询/ }).click()
    const ask = individual.getByRole('dialog', { name: '政策咨询' })
    await ask.getByLabel('咨询内容').fill(QUESTION)
    await ask.getByRole('button', { name: '确定' }).click()
    await expect(individual.getByText('提交成功，感谢咨询')).toBeVisible()
    await individual.goto('/work/personalCompany')
    await individual.getByRole('button', { name: '申请绑定企业' }).click()
    const form = individual.getByRole('dialog', { name: '申请绑定企业' })
    await form.getByLabel('社会信用代码').fill(CODE)
    await form.getByLabel('职务').fill('办事员')
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: '授权书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
    await expect(form.getByText('上传成功')).toBeVisible()
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(individual.getByRole('row', { name: new RegExp(CODE) })).toContainText('待审核')
  })
  await onPhone(page, /受理/)
  await test.step('the question is answered from the to-do', async () => {
    await page
      .getByRole('region', { name: '待办' })
      .getByRole('link', { name: /待回复的政策咨询/ })
      .click()
    await page.waitForURL('**/work/policyconsult?**')
    await page.goto(`/work/policyconsult?keyword=${encodeURIComponent(QUESTION)}`)
    await page.getByRole('button', { name: /^回复/ }).first().click()
    const dialog = page.getByRole('dialog', { name: '回复咨询' })
    await dialog.getByLabel(/回复内容/).fill('每年一签，最多三年。')
    await fits(page)
    await dialog.getByRole('button', { name: '发送回复' }).click()
    await expect(page.getByText('回复成功')).toBeVisible()
  })
  await test.step('the binding is returned with a reason', async () => {
    await page.goto('/zzd/home')
    await page
      .getByRole('region', { name: '待办' })
      .getByRole('link', { name: /待审核的绑定申请/ })
      .click()
    await page.getByRole('button', { name: `审核：${COMPANY}` }).click()
    const look = page.getByRole('dialog', { name: '绑定申请' })
    await look.getByRole('button', { name: '审核', exact: true }).click()
    const decide = page.getByRole('dialog', { name: '审核绑定申请' })
    await decide.getByLabel('不通过', { exact: true }).check()
    await decide.getByRole('textbox').fill('授权书没有盖章')
    await fits(page)
    expect(await graveFaults(page)).toEqual([])
    await decide.getByRole('button', { name: '不通过' }).click()
    await expect(page.getByText('已审核为不通过')).toBeVisible()
  })
  await individual.reload()
  await expect(individual.getByRole('row', { name: new RegExp(CODE) })).toContainText('审核未通过')
})

test('from 浙政钉 on the phone a photo is uploaded', async ({ page }) => {
  await onPhone(page, /编辑/)
  await page.goto('/work/newsManage')
  await page.getByRole('button', { name: '新增资讯' }).click()
  const form = page.getByRole('dialog', { name: '新增资讯' })
  await form.getByLabel('标题').fill('手机上传的照片')
  // The editor of the text has a field for pictures too, which may appear before.
  await form
    .locator('input[type=file][accept*=png]:not([aria-label="插入图片"])')
    .first()
    .setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
  await expect(form.getByText('上传成功').first()).toBeVisible()
  await expect(form.getByRole('img').first()).toBeVisible()
  await fits(page)
})
