import { expect, type Page } from '@playwright/test'

/** Says why something passes that the rule does not call 符合. */
export async function giveGround(page: Page, words: string): Promise<void> {
  const ground = page.getByRole('group', { name: /^通过的依据/ })
  await ground.getByRole('radio', { name: '已核原件' }).check()
  await ground.getByLabel(/^理由/).fill(words)
  await expect(ground.getByRole('alert')).toHaveCount(0)
}
