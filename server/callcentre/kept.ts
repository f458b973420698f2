import type { CallFilters } from '../../contract/callcentre/calls.ts'
import { sightOf } from '../kernel/access/sight.ts'
import type { Actor } from '../kernel/actor.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { callCount } from './queries.ts'

const MINUTE = 60_000

/**
 * Caches counts of lists, and figures. The telephone system changes calls constantly, so they are kept for seconds regardless of events; a
 * registration clears them at once in its own process (ADR 0720).
 */
const kept = perKernel(() => new Freshness({ renewMs: 5000, staleMs: 10_000, max: 1000 }))
export const callsChanged = (k: Kernel): void => kept(k).clear()

/** A cached answer about the calls that the reader may see. `about` names everything else that the answer depends on. */
export const keptAnswer = <T>(k: Kernel, actor: Actor, about: readonly unknown[], load: () => Promise<T>): Promise<T> =>
  kept(k).get(JSON.stringify([sightOf(actor, 'call', 'call:'), Math.floor(k.clock.now().getTime() / MINUTE), ...about]), load)

/** The number of calls in the list under a filter. What a keyword finds depends on which texts are the reader's own. */
export const listedCalls = (k: Kernel, actor: Actor, filters: Partial<CallFilters>): Promise<number> =>
  keptAnswer(k, actor, ['count', filters, filters.keyword ? actor.userId : null], () => callCount(k, k.db, actor, filters))
