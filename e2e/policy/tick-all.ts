import { expect, type Page } from '@playwright/test'

/** A reviewer who has read every changed section says so. */
export async function tickAll(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox', { name: /^已核对/ })
  await expect(ticks.first()).toBeVisible()
  for (const tick of await ticks.all()) await tick.check()
}
