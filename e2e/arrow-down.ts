import type { Locator, Page } from './test.ts'

/** Goes down an open menu to an entry. The focus follows each key in the next frame; a key pressed before would pass the entry. */
export async function arrowDownTo(page: Page, entry: Locator): Promise<void> {
  for (let n = 0; n < 12 && !(await entry.evaluate((el) => el.contains(document.activeElement))); n++) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction((one) => document.activeElement !== one, before)
  }
}
