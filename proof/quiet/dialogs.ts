import type { Page } from '@playwright/test'

/** A dialog that has its own entry: its user, its address, and the buttons to press one after the other. */
export interface Named {
  user: string
  address: string
  press: readonly (string | RegExp)[]
}

/** The dialogs that every run checks. */
export const named: readonly Named[] = [
  { user: 'qy1', address: '/page/home', press: [/^您好/, '企业用户授权'] },
  { user: 'qy1', address: '/work/enterpriseArchive', press: [/^(去授权|查看授权书)$/] },
  { user: 'editor1', address: '/work/operator', press: [/^您好/, '修改密码'] },
]

/** Maximum number of buttons that are tried on a screen. */
const MOST_BUTTONS = 12

/** Names of the buttons in the screen's main area, without duplicates. */
export async function buttonsOf(page: Page): Promise<string[]> {
  const names = await page
    .locator('main button:visible:enabled')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? (one as HTMLElement).innerText).trim()))
  return [...new Set(names)].filter((name) => name !== '' && name.length < 20).slice(0, MOST_BUTTONS)
}

const opened = (page: Page) => page.locator('dialog[open], [role="dialog"]:visible').first()

/** Presses a button of the screen; returns whether a dialog opened. */
export async function opens(page: Page, name: string): Promise<boolean> {
  const button = page.locator('main').getByRole('button', { name, exact: true }).first()
  await button.click({ timeout: 2_000 }).catch(() => {})
  return opened(page)
    .waitFor({ state: 'visible', timeout: 1_200 })
    .then(
      () => true,
      () => false,
    )
}

export async function press(page: Page, names: Named['press']): Promise<void> {
  for (const name of names) await page.getByRole('button', { name }).first().click()
  await opened(page).waitFor({ state: 'visible' })
}
export const isOpen = (page: Page): Promise<boolean> => opened(page).isVisible()
