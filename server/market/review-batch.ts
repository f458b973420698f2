import type { BatchResult } from '../../contract/batch.ts'
import type { market } from '../../contract/market/dealing.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn } from '../kernel/actor.ts'
import { batch } from '../kernel/jobs/batch.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { reviewItem } from './moves.ts'
import { items } from './queries.ts'
import { seenBy } from './visible.ts'

/**
 * Passes or refuses several items of a kind with one opinion, each on its own. Items that cannot be decided are returned with the reason.
 */
export function reviewItems(
  k: Kernel,
  call: Call,
  { kind, items: chosen, reviewState, reviewOpinion }: Parsed<typeof market.reviewBatch>['body'],
): Promise<BatchResult> {
  const actor = signedIn(call.actor)
  return batch(
    chosen,
    (ids) => items(k.db, kind).where(seenBy(actor)).where('p.id', 'in', ids).select(['p.id', 'p.title as name']).execute(),
    async ({ id, version }) => {
      await reviewItem(k, call, kind, { id, version, reviewState, reviewOpinion })
    },
  )
}
