import { expect, type Page } from '@playwright/test'

/** Confirms every changed section, like a reviewer who has read them. */
export async function tickAll(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox', { name: /^已核对/ })
  await expect(ticks.first()).toBeVisible()
  for (const tick of await ticks.all()) await tick.check()
}
