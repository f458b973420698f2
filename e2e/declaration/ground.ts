import { expect, type Page } from '../test.ts'

/**
 * States the reason for approving a declaration that the rule does not call 符合. Does nothing when no reason is asked: a company without
 * consent is not judged, and an earlier journey of this worker may have given the consent.
 */
export async function giveGround(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('button', { name: '通过', exact: true })).toBeVisible()
  const ground = page.getByRole('group', { name: /^通过的依据/ })
  if ((await ground.count()) === 0) return
  await ground.getByRole('radio', { name: '已核原件' }).check()
  await ground.getByLabel(/^理由/).fill(words)
  await expect(ground.getByRole('alert')).toHaveCount(0)
}
