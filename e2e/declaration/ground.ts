import { expect, type Page } from '../test.ts'

/**
 * Says why something passes that the rule does not call 符合. Where nothing is asked, nothing is said: a company that does not let its archive
 * be read is not judged, and earlier journeys on the same server may have let it.
 */
export async function giveGround(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('button', { name: '通过', exact: true })).toBeVisible()
  const ground = page.getByRole('group', { name: /^通过的依据/ })
  if ((await ground.count()) === 0) return
  await ground.getByRole('radio', { name: '已核原件' }).check()
  await ground.getByLabel(/^理由/).fill(words)
  await expect(ground.getByRole('alert')).toHaveCount(0)
}
