import { carousel } from '../../contract/policy/carousel.ts'
import { homeData } from '../../contract/policy/home.ts'
import { market, type PolicyDetail } from '../../contract/policy/market.ts'
import { today } from '../kernel/clock.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import { gate } from '../kernel/access/queued-admission.ts'
import { keepAnswers } from '../kernel/answers/kept-answers.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { givenPerKernel, perKernel } from '../kernel/per-kernel.ts'

/** Results that are computed once for many callers. */
export const cachesOf = perKernel(() => ({
  totals: new Freshness(),
  // A question of two hundred characters keeps the main loop busy for a tenth of a second: three at once, so that other pages get their
  // turn.
  inTurn: gate(3, 50),
  // Figures over all policies need a full scan. A policy change in any process clears them, so they may live longer than the totals of a
  // filter.
  figures: new Freshness({ renewMs: 30_000, staleMs: 60_000 }),
  lasting: new Map<string, { since: unknown; found: Promise<unknown> }>(),
}))
/** Keeps an expensive result until a policy or `since` changes; callers wait while it is computed and are not refused. */
export function keptWhile<T>(k: Kernel, name: string, since: unknown, find: () => Promise<T>): Promise<T> {
  const { lasting } = cachesOf(k)
  const known = lasting.get(name)
  if (known && known.since === since) return known.found as Promise<T>
  const found = find()
  const mine = { since, found }
  lasting.set(name, mine)
  found.catch(() => {
    if (lasting.get(name) === mine) lasting.delete(name)
  })
  return found
}
/** A figure or choice over all policies published today, recomputed when a policy changes and every half minute. */
export const keptFigure = <T>(k: Kernel, name: string, count: () => Promise<T>): Promise<T> =>
  cachesOf(k).figures.get(`${name} ${today(k.clock)}`, count)
const kept = givenPerKernel<Record<'details' | 'lists' | 'home', ReturnType<typeof keepAnswers>>>()

/**
 * Keeps the answers for visitors without a token (docs/decisions/0051). A list is kept for one second only, because its totals may already
 * be four seconds old when another process changes the data. Call once, after implement.
 */
export const keepPolicyAnswers = (k: Kernel): void => {
  kept.give(k, {
    details: keepAnswers(k, [market.detail], { ttlMs: 5_000, http: true, subject: ({ id }: PolicyDetail) => id }),
    lists: keepAnswers(k, [market.list, market.express, market.hot, market.related, market.facets], { ttlMs: 1_000, http: true }),
    // These also contain lists of policies; they are kept only for rendering anonymous pages.
    home: keepAnswers(k, [homeData.view, carousel.list], { ttlMs: 2_000, http: false }),
  })
}
/** Call after every change of what the home page shows. */
export const homeChanged = (k: Kernel): void => void kept.of(k)?.home.forget()
/** Call after a change of what one policy's page shows. */
export const policyDetailChanged = (k: Kernel, id: number): void => void kept.of(k)?.details.forget(id)
/** Call after every change of a policy: clears totals, facets and kept answers. */
export const policiesChanged = (k: Kernel): void => {
  const { totals, figures, lasting } = cachesOf(k)
  totals.clear()
  figures.clear()
  lasting.clear()
  kept.of(k)?.details.forget()
  kept.of(k)?.lists.forget()
  homeChanged(k)
}
