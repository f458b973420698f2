import { subscribe } from '../kernel/jobs/events.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import { FACTS_CHANGED } from './platform-lists.ts'
import { perKernel } from '../kernel/per-kernel.ts'

/**
 * Cache of totals and facets of the company list, because a list of 100,000 is not counted for every page. Cleared when a company changes.
 */
export const totalsOf = perKernel((k) => {
  const kept = new Freshness({ renewMs: 10_000, staleMs: 60_000, max: 500 })
  subscribe(k, FACTS_CHANGED, () => kept.clear())
  subscribe(k, COMPANIES_CHANGED, () => kept.clear())
  return kept
})

/** Event: companies were added or removed, or changed in what lists show besides facts. */
export const COMPANIES_CHANGED = 'company.list'
