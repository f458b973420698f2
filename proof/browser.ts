import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../seed/identity.ts'
import type { ProofStage } from './stage.ts'
import { asUser, CAPTCHA } from './user.ts'

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const chromiumPath = (): string | undefined => places.find((path) => path && existsSync(path))
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

/** Starts a Chromium that ends with the stage; undefined when none is installed. */
export async function openBrowser(stage: ProofStage): Promise<Browser | undefined> {
  const executablePath = chromiumPath()
  if (!executablePath) return undefined
  // The stage handles Ctrl-C: the launcher's own handler would end this process before the stage is cleaned up.
  const launch = { executablePath, args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const browser = await chromium.launch(launch)
  stage.onEnd(() => browser.close())
  return browser
}

/** Signs in on the login page, as staff and companies do. */
export async function logIn(page: Page, base: string, userName: string): Promise<void> {
  await page.goto(`${base}/login`)
  await logInHere(page, userName)
  await page.waitForURL(/\/(work|page)\//)
}

/** Fills in and submits the open login form. */
export async function logInHere(page: Page, userName: string): Promise<void> {
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Gives this context a session without using the login page; pages opened afterwards are signed in. */
export async function enter(context: BrowserContext, base: string, userName: string): Promise<void> {
  const { token, refreshToken } = await asUser(base, userName)
  await context.addCookies(Object.entries({ token, refreshToken }).map(([name, value]) => ({ name, value, url: base })))
}
