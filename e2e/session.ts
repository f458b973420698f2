import { emptyPage } from './lent.ts'
import { expect, site, type Browser, type Page } from './test.ts'
import { demoLogin } from '../scripts/demo-login.ts'

export const PASSWORD = 'Qifu@2026'
/** The server of the browser tests is started with this fixed captcha (DEMO_CAPTCHA). */
export const CAPTCHA = 'e2e9'

/** Logs in at /login like a user. Journeys that do not test the log-in use `enter`. */
export async function logIn(page: Page, userName: string, then = /\/(work|page)\//): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(then)
}

/** Logs in through the calls of the login page without opening it; pages that are opened afterwards know the user. */
export async function enter(page: Page, userName: string): Promise<void> {
  const base = site.url
  const pair = await demoLogin(base, userName, { password: PASSWORD, captcha: CAPTCHA })
  const cookie = (name: keyof typeof pair) => ({ name, value: encodeURIComponent(pair[name]), url: base, sameSite: 'Lax' as const })
  await page.context().addCookies([cookie('token'), cookie('refreshToken')])
}

/** A user in a separate browser context. */
export async function person(browser: Browser, userName: string): Promise<Page> {
  const page = await emptyPage(browser, site.url)
  await enter(page, userName)
  return page
}

/** Ends the session on the server; the page learns of it at its next call, or by the live stream a moment later. */
export async function endSession(page: Page): Promise<void> {
  const token = decodeURIComponent((await page.context().cookies()).find(({ name }) => name === 'token')!.value)
  expect((await page.request.post('/sys/activeUser/logout', { headers: { authorization: token } })).ok()).toBe(true)
}

/**
 * Ends the session while the next thing that the page submits is on its way. Ended before, it may be heard of by an autosave or the live
 * stream, and the question of a log-in then covers the button.
 */
export async function endWithNextSubmit(page: Page): Promise<void> {
  let isOver = false
  await page.route(
    ({ pathname }) => !pathname.startsWith('/sys/') && !pathname.startsWith('/assets/'),
    async (route) => {
      if (!isOver && route.request().method() === 'POST') {
        isOver = true
        await endSession(page)
      }
      await route.continue()
    },
  )
}

/** Makes a call as the user of this page, for preparations that are not the subject of a journey. */
export async function callAs(page: Page, path: string, data?: object) {
  const token = decodeURIComponent((await page.context().cookies()).find((c) => c.name === 'token')!.value)
  const headers = { authorization: token }
  const answer = await (data ? page.request.post(path, { data, headers }) : page.request.get(path, { headers })).then((r) => r.json())
  expect(answer, path).toMatchObject({ success: true })
  return answer.data
}
