import { expect, test, type Page } from '../test.ts'

// Two text filters of one list, on /demo.
const list = (page: Page) => page.locator('#list')
async function open(page: Page) {
  await page.goto('/demo?part=list')
  await expect(list(page).getByText('共 486 条', { exact: true })).toBeVisible()
  await list(page).getByRole('button', { name: '更多筛选' }).click()
  return { word: list(page).getByRole('textbox', { name: '标题或文号' }), company: list(page).getByRole('textbox', { name: '企业名称' }) }
}
const asked = (page: Page) => {
  const query = new URL(page.url()).searchParams
  return [query.get('keyword'), query.get('enterprise')]
}

test('two filters that are pasted one after the other and sent by Enter are both applied, as one step', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  const { word, company } = await open(page)
  // Half a second without a key would apply each by itself.
  await page.clock.pauseAt(Date.now() + 60_000)
  await word.fill('稳岗')
  await company.fill('青禾')
  await company.press('Enter')
  await page.clock.resume()
  await expect.poll(() => asked(page)).toEqual(['稳岗', '青禾'])
  await expect(list(page).getByText('标题或文号：稳岗')).toBeVisible()
  await expect(list(page).getByText('企业名称：青禾')).toBeVisible()
  await expect(word).toHaveValue('稳岗')
  await page.goBack()
  await expect.poll(() => asked(page)).toEqual([null, null])
  await expect(list(page).getByText('共 486 条', { exact: true })).toBeVisible()
})

test('two filters that are typed in parallel are both applied without Enter, also beside a choice', async ({ page }) => {
  const { word, company } = await open(page)
  await word.fill('稳岗')
  await company.fill('青禾')
  await expect.poll(() => asked(page)).toEqual(['稳岗', '青禾'])
  // Taken away and replaced before the first is applied.
  await word.fill('')
  await company.fill('远航')
  await page.getByRole('button', { name: /查\s?询/ }).click()
  await expect.poll(() => asked(page)).toEqual([null, '远航'])
})

test('what is typed and not yet applied ends with a reset', async ({ page }) => {
  const { word } = await open(page)
  await word.fill('稳岗')
  await list(page)
    .getByRole('button', { name: /重\s?置/ })
    .click()
  await expect(word).toHaveValue('')
  await page.waitForTimeout(700)
  expect(asked(page)).toEqual([null, null])
})
