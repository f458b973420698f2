import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findHeadless } from '../scripts/system-parts.mjs'
import { DEMO_PASSWORD } from '../seed/identity.ts'
import type { ProofStage } from './stage.ts'
import { asUser, CAPTCHA } from './user.ts'

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

const opened = new WeakMap<ProofStage, Promise<Browser>>()

/** The stage's Chromium (the one without windows, if there is one), which ends with the stage; undefined when none is installed. */
export async function openBrowser(stage: ProofStage): Promise<Browser | undefined> {
  const executablePath = findHeadless()
  if (!executablePath) return undefined
  if (!opened.has(stage)) opened.set(stage, launched(stage, executablePath))
  return opened.get(stage)
}

async function launched(stage: ProofStage, executablePath: string): Promise<Browser> {
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
