import { expect, type Locator } from '@playwright/test'

/**
 * Opens a select and returns the options of its list. The list is the one that the box names (aria-controls): the list of the select before
 * may still be closing, and a click on one of its options is lost.
 */
export async function optionsOf(box: Locator): Promise<Locator> {
  await box.click()
  await expect(box).toHaveAttribute('aria-controls', /./)
  const list = box.page().locator(`[id="${await box.getAttribute('aria-controls')}"]`)
  return box.page().locator('.ant-select-dropdown:visible').filter({ has: list }).locator('.ant-select-item-option')
}

/** Chooses an option of a select, which is filtered first where it can be searched. */
export async function chooseOption(box: Locator, option: string): Promise<void> {
  const options = await optionsOf(box)
  if (await box.isEditable()) {
    await box.fill(option)
    // A long list is searched on the server a moment later, and then the options of before are replaced.
    await expect(options.filter({ hasNotText: option })).toHaveCount(0)
  }
  await take(box, options.filter({ hasText: option }).first())
}

/** Takes an option of an open list. A click is lost while the list moves to its place; then the list stays open with nothing chosen. */
export async function take(box: Locator, option: Locator): Promise<void> {
  const page = box.page()
  const isTaken = async () =>
    (await box.and(page.locator('[aria-expanded="true"]')).count()) === 0
    || (await option.and(page.locator('.ant-select-item-option-selected')).count()) > 0
  let pressed = false
  await expect(async () => {
    // A busy page takes it after the time of the round before.
    if (pressed && (await isTaken())) return
    pressed = true
    await option.click({ timeout: 5000 })
    await expect.poll(isTaken, { timeout: 3000 }).toBe(true)
  }).toPass({ timeout: 60_000 })
}
