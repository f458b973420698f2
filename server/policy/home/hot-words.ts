import { today } from '../../kernel/clock.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { purgePagesAfter } from '../../kernel/offers/services.ts'
import { findPolicies } from '../search/found.ts'
import { PUBLIC } from '../search/list-sql.ts'

export const HOT_WORD_JOB = 'policy.hotWords'
export const keepHotWordsChecked = (k: Kernel): void =>
  recurring(k, { name: HOT_WORD_JOB, title: '检查热搜词', cron: '37 3 * * *' }, () => checkHotWords(k))

/** Searches for each hot word as a reader would; a word without hits is hidden until it has hits again. */
async function checkHotWords(k: Kernel): Promise<void> {
  const words = await k.db.selectFrom('policy_home_value').select(['id', 'label', 'hits']).where('dict_type', '=', 'hotWord').execute()
  for (const { id, label, hits } of words) {
    const { ids } = await findPolicies(k, { q: label }, today(k.clock), { also: () => PUBLIC })
    if (ids.length === hits) continue
    // A word that was changed meanwhile is checked the next night.
    await k.db.updateTable('policy_home_value').set({ hits: ids.length }).where('id', '=', id).where('label', '=', label).execute()
  }
  await purgePagesAfter(k.db, '/page')
}
