import { expect, test, type Locator, type Page } from '../test.ts'
import { CAPTCHA, endWithNextSubmit, enter, logIn, PASSWORD, person } from '../session.ts'

// The session ends, or the user changes, on pages without a form of the kit: the review desk, a consultation, a second tab.
const COMPANY = '云溪县川谷新材料有限公司（示例）'
const again = (page: Page) => page.getByRole('dialog', { name: '请重新登录' })

async function openDesk(page: Page): Promise<Locator> {
  await page.goto(`/work/govcheckmanage?companyName=${encodeURIComponent(COMPANY)}`)
  await page
    .getByRole('button', { name: /^审核|^查看/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: '通过', exact: true })).toBeVisible()
  return page.getByLabel('审核意见', { exact: true })
}

test('a reviewer whose session ended continues with the same opinion, including phrases inserted by key', async ({ page }) => {
  await enter(page, 'dept1')
  const opinion = await openDesk(page)
  await page.keyboard.press('1')
  const words = await opinion.inputValue()
  expect(words).not.toBe('')
  await endWithNextSubmit(page)
  await page.getByRole('button', { name: /^(领\s?取|放\s?回)$/ }).click()
  await expect(again(page)).toBeVisible()
  await again(page).getByLabel('密码', { exact: true }).fill(PASSWORD)
  await again(page)
    .getByRole('textbox', { name: /验证码/ })
    .fill(CAPTCHA)
  await again(page).getByRole('button', { name: '登录', exact: true }).click()
  await expect(again(page)).toHaveCount(0)
  await expect(opinion).toHaveValue(words)
})

test('another user logs in in a second tab: the first user’s desk is left, and its text is stored nowhere', async ({ context }) => {
  const page = await context.newPage()
  await enter(page, 'dept1')
  const opinion = await openDesk(page)
  await opinion.fill('只给本人看的审核意见')
  const second = await context.newPage()
  await logIn(second, 'editor1')
  await expect(page.getByText('只给本人看的审核意见')).toHaveCount(0)
  await expect(opinion).toHaveCount(0)
  await expect(page.getByRole('button', { name: /您好/ })).toBeVisible()
  for (const tab of [page, second])
    expect(await tab.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('只给本人看的审核意见')
})

test('a company’s session ends while it writes a question: the text stays and is sent after the log-in', async ({ context }) => {
  const page = await context.newPage()
  await enter(page, 'qy1')
  await page.goto('/page/policyserverdetail?id=demo-talent')
  await page
    .getByRole('button', { name: /^政策咨询/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '政策咨询' })
  const words = `登录结束时写下的问题 ${Date.now()}`
  await dialog.getByLabel('咨询内容').fill(words)
  await endWithNextSubmit(page)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(again(page)).toBeVisible()
  const opens = context.waitForEvent('page')
  await again(page).getByRole('button', { name: '在新窗口登录' }).click()
  const window = await opens
  await window.getByRole('button', { name: /星澜精密轴承/ }).click()
  await expect(again(page)).toHaveCount(0)
  await expect(dialog.getByLabel('咨询内容')).toHaveValue(words)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('提交成功，感谢咨询')).toBeVisible()
})

test('the second half of a double click does not decide the declaration that opens next', async ({ browser }) => {
  const page = await person(browser, 'front1')
  await page.goto('/work/checkmanage?verdict=match')
  const decided: string[] = []
  // The test answers in place of the server, so nothing is really decided.
  await page.route('**/dec/declare/updateReviewState', async (route) => {
    const { id, version } = route.request().postDataJSON()
    decided.push(String(id))
    await route.fulfill({ json: { success: true, data: { id, version: version + 1, state: 0, stateName: '部门初审中' } } })
  })
  await page.getByRole('button', { name: /^审核/ }).first().click()
  const pass = page.getByRole('button', { name: '通过', exact: true })
  await expect(pass).toBeVisible()
  const id = new URL(page.url()).searchParams.get('id')
  // The second click of a double click, on a record that has just opened: the browser reports it with detail 2.
  await pass.dispatchEvent('click', { detail: 2 })
  expect(decided).toEqual([])
  await pass.click()
  await expect.poll(() => decided).toEqual([id])
})
