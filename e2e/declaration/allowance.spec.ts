import { expect, test, type Page } from '../test.ts'
import { person } from '../session.ts'
import { twice } from '../twice.ts'

const COMPANY = '鹿鸣'
const DECLARED = '2026年小微企业贷款贴息'
const WAITING = '技术改造设备补助（示例）'
const ok = (page: Page) => page.getByRole('button', { name: /^确\s?定$/ })
const openIn = async (page: Page, list: string, name: string) => {
  await page.goto(list)
  await page.getByRole('row').filter({ hasText: name }).first().getByRole('button', { name: /^查看/ }).click()
  const drawer = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: new RegExp(name) }) })
  await expect(drawer.getByText('办理过程')).toBeVisible()
  return drawer
}

test('an approved declaration becomes an allowance: published, paid, its payment corrected; the company reads each step', async ({
  browser,
}) => {
  const desk = await person(browser, 'front1')
  const finance = await person(browser, 'fin1')
  const company = await person(browser, 'qy2')
  const subsidies = `/work/subsidies?companyName=${encodeURIComponent(COMPANY)}`

  await test.step('the desk finds the allowance by its declaration and publishes it', async () => {
    await desk.goto(`/work/declaremanage?companyName=${encodeURIComponent(COMPANY)}`)
    await desk.getByRole('row').filter({ hasText: DECLARED }).getByText(/^SB\d/).click()
    await desk.getByRole('link', { name: /万元（编号 \d+）/ }).click()
    const drawer = desk.getByRole('dialog').filter({ has: desk.getByText('办理过程') })
    await expect(drawer.getByText('申报通过', { exact: true })).toBeVisible()
    const publish = drawer.getByRole('button', { name: /^公\s?示$/ })
    await publish.click()
    const days = desk.getByLabel('公示工作日数（1—30）')
    await days.fill('0')
    await ok(desk).click()
    await expect(desk.locator('.ant-modal').getByRole('alert')).toBeVisible()
    await expect(days).toHaveValue('0')
    await days.fill('5')
    await ok(desk).click()
    await expect(drawer.getByText('公示中', { exact: true })).toBeVisible()
  })
  await test.step('the company reads until when it is published', async () => {
    const drawer = await openIn(company, `/work/mySubsidy?projectName=${encodeURIComponent(DECLARED)}`, DECLARED)
    await expect(drawer.getByText(/^公示至 \d{4}-\d\d-\d\d/)).toBeVisible()
  })
  const voucher = `凭证-${Date.now()}`
  await test.step('an allowance after its publicity is paid; a payment date in the future is refused', async () => {
    await expect((await openIn(desk, subsidies, WAITING)).getByRole('button', { name: '登记拨付' })).toHaveCount(0)
    const drawer = await openIn(finance, subsidies, WAITING)
    const pay = drawer.getByRole('button', { name: '登记拨付' })
    // A try before this one may have paid it.
    await pay
      .or(drawer.getByText('已拨付', { exact: true }))
      .first()
      .waitFor()
    if (await pay.isVisible()) {
      await pay.click()
      await finance.locator('#pay-date').fill('2050-01-01')
      await finance.getByLabel('凭证号').fill('凭证-1')
      await ok(finance).click()
      await expect(finance.getByText(/不能晚于/).last()).toBeVisible()
      await expect(finance.getByLabel('凭证号')).toHaveValue('凭证-1')
      const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10)
      await finance.locator('#pay-date').fill(today)
      await twice(finance, ok(finance), '/allowance/pay')
    }
    await expect(drawer.getByText('已拨付', { exact: true }).first()).toBeVisible()
  })
  await test.step('a wrong voucher is corrected with a reason', async () => {
    const drawer = finance.getByRole('dialog').filter({ has: finance.getByText('办理过程') })
    await drawer.getByRole('button', { name: '更正拨付登记' }).click()
    await finance.getByLabel('凭证号').fill(voucher)
    await finance.getByLabel(/更正原因|原因/).fill('凭证号登记有误')
    await twice(finance, ok(finance), '/allowance/correctPayment')
    await expect(drawer.getByText(voucher).first()).toBeVisible()
  })
  await test.step('the company sees the payment and its correction', async () => {
    const drawer = await openIn(company, `/work/mySubsidy?projectName=${encodeURIComponent(WAITING)}`, WAITING)
    await expect(drawer.getByText('已拨付', { exact: true }).first()).toBeVisible()
    await expect(drawer.getByText(voucher).first()).toBeVisible()
    await expect(drawer.getByText('更正拨付登记').first()).toBeVisible()
  })
})
