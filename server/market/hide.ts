import { marketStates } from '../../contract/market/states.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { Db } from '../kernel/db/index.ts'
import { visitorsPage } from './moves.ts'
import { changedIn, hiddenBefore } from './visible.ts'
import { callOffVisits } from './visit-ends.ts'

/** What nobody would answer for any more is not public, as if it had not been confirmed for too long; visits ahead are called off. */
export async function hideItems(k: Kernel, db: Db, call: Call, ids: readonly number[], reason: string): Promise<void> {
  const since = hiddenBefore(k)
  const hidden = await db
    .updateTable('market_item')
    .set((e) => ({ fresh_at: since, version: e('version', '+', 1), updated_at: k.clock.now() }))
    .where('id', '=', (e) => e.fn.any(e.val([...ids])))
    .where('state', '=', marketStates.code.passed)
    .where('deleted', '=', false)
    .where('fresh_at', '>', since)
    .returning(['id', 'title', 'kind'])
    .execute()
  for (const item of hidden) await callOffVisits(db, k, call, item, { reason, link: visitorsPage(item.kind) })
  if (hidden.length > 0) await changedIn(db)
}
