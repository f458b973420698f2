import { expect, test, type Page } from '../test.ts'
import { enter, person } from '../session.ts'
import { chooseOption } from '../select.ts'

/** A declaration that waits for dept1 in the demo; these tests do not decide it. */
const COMPANY = '云溪县川谷新材料有限公司（示例）'

test.use({ viewport: { width: 1440, height: 900 } })

test('the desk: the material beside the form, verdict and moves always in view, phrases by number key', async ({ page }) => {
  await enter(page, 'dept1')
  await page.goto(`/work/govcheckmanage?companyName=${encodeURIComponent(COMPANY)}`)
  await page
    .getByRole('button', { name: /^审核|^查看/ })
    .first()
    .click()
  const pass = page.getByRole('button', { name: '通过', exact: true })
  await expect(pass).toBeInViewport()
  await expect(page.getByText('申报日核对结论')).toBeInViewport()

  await page.keyboard.press('1')
  await page.keyboard.press('2')
  const opinion = page.getByLabel('审核意见', { exact: true })
  await expect(opinion).toHaveValue('经审核，符合申报条件；同意')
  await page.keyboard.press('2')
  await expect(opinion).toHaveValue('经审核，符合申报条件')

  await page
    .getByRole('button', { name: /^预览：/ })
    .first()
    .click()
  const paper = page.getByRole('region', { name: /^材料：/ })
  await expect(paper).toBeInViewport()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '申报材料' })).toBeInViewport()
  await expect(pass).toBeInViewport()
  // The next material replaces the first; the form beside it stays.
  const first = await paper.getByRole('heading').textContent()
  await expect(paper.getByText('1 / 2')).toBeVisible()
  await paper.getByRole('button', { name: '下一份' }).click()
  await expect(paper.getByText('2 / 2')).toBeVisible()
  await expect(paper.getByRole('heading')).not.toHaveText(first!)
  await expect(paper.getByRole('button', { name: '下一份' })).toBeDisabled()
  await page.keyboard.press('[')
  await expect(paper.getByRole('heading')).toHaveText(first!)
  await expect(page.getByRole('heading', { name: '申报材料' })).toBeInViewport()
  // A field with an error is shown, even while a material is open.
  await pass.click()
  await expect(paper).toBeHidden()
  await expect(opinion).toBeVisible()
  await expect(opinion).toHaveValue('经审核，符合申报条件')
})

test('a declaration is claimed, shown as claimed to a colleague, handed to them and released', async ({ browser }) => {
  const list = `/work/govcheckmanage?companyName=${encodeURIComponent(COMPANY)}`
  const [first, second] = [await person(browser, 'dept1'), await person(browser, 'dept3')]
  const open = async (page: Page) => {
    await page.goto(list)
    await page
      .getByRole('button', { name: /^审核|^查看/ })
      .first()
      .click()
    await expect(page.getByText('办理人')).toBeVisible()
  }
  const putBack = (page: Page) => page.getByRole('button', { name: /^放\s?回$/ })
  await open(first)
  await expect(first.getByRole('heading', { level: 1, name: COMPANY })).toBeVisible()
  const take = first.getByRole('button', { name: /^领\s?取$/ })
  await take.click()
  await expect(first.getByText('已领取')).toBeVisible()
  await expect(putBack(first)).toBeVisible()

  await open(second)
  await expect(second.getByText('审核员 江诚', { exact: true }).first()).toBeVisible()
  await expect(second.getByRole('button', { name: /^领\s?取$/ })).toHaveCount(0)

  await first.getByRole('button', { name: /^指\s?派$/ }).click()
  const dialog = first.getByRole('dialog', { name: '指派办理人' })
  await dialog.getByRole('button', { name: /^指\s?派$/ }).click()
  await expect(dialog.getByText('请选择办理人').last()).toBeVisible()
  await chooseOption(dialog.getByRole('combobox', { name: '办理人' }), '沈川')
  await dialog.getByRole('button', { name: /^指\s?派$/ }).click()
  await expect(first.getByText('已指派给审核员 沈川')).toBeVisible()

  await second.goto(`${list}&holder=mine`)
  await expect(second.getByText(/手头 \d+ 件/)).toBeVisible()
  await expect(second.getByRole('row').filter({ hasText: COMPANY })).toHaveCount(1)
  await open(second)
  await putBack(second).click()
  await expect(second.getByText('已放回')).toBeVisible()
  await expect(second.getByText('未领取')).toBeVisible()
})
