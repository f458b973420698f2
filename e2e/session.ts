import type { Page } from '@playwright/test'

export const PASSWORD = 'Qifu@2026'
/** The server of the browser tests is started with this fixed captcha (DEMO_CAPTCHA). */
export const CAPTCHA = 'e2e9'

/** Logs in at /login as a person does. */
export async function logIn(page: Page, userName: string, then = /\/(work|page)\//): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(then)
}
