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
  const isTaken = async () =>
    (await options.count()) === 0
    || (await options.and(box.page().locator('.ant-select-item-option-selected')).filter({ hasText: option }).count()) > 0
  // A click is lost while the list moves to its place; then the list stays open with nothing chosen.
  await expect(async () => {
    await options.filter({ hasText: option }).first().click({ timeout: 5000 })
    await expect.poll(isTaken, { timeout: 3000 }).toBe(true)
  }).toPass()
}
