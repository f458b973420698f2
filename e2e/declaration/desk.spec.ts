import { expect, test } from '@playwright/test'
import { enter } from '../session.ts'

/** Waits for dept1 from the start; nothing is decided here. */
const COMPANY = '云溪县川谷新材料有限公司（示例）'

test.use({ viewport: { width: 1440, height: 900 } })

test('the desk: the paper beside the form, verdict and moves always in view, phrases by number', async ({ page }) => {
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
  // The next paper stands in its place; the form beside it stays.
  const first = await paper.getByRole('heading').textContent()
  await expect(paper.getByText('1 / 2')).toBeVisible()
  await paper.getByRole('button', { name: '下一份' }).click()
  await expect(paper.getByText('2 / 2')).toBeVisible()
  await expect(paper.getByRole('heading')).not.toHaveText(first!)
  await expect(paper.getByRole('button', { name: '下一份' })).toBeDisabled()
  await page.keyboard.press('[')
  await expect(paper.getByRole('heading')).toHaveText(first!)
  await expect(page.getByRole('heading', { name: '申报材料' })).toBeInViewport()
  // A field at fault is shown again, whatever paper was open.
  await pass.click()
  await expect(paper).toBeHidden()
  await expect(opinion).toBeVisible()
  await expect(opinion).toHaveValue('经审核，符合申报条件')
})
