import { carousel } from '../../contract/policy/carousel.ts'
import { homeData } from '../../contract/policy/home.ts'
import { market, type PolicyDetail } from '../../contract/policy/market.ts'
import { today } from '../kernel/clock.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import { gate } from '../kernel/access/queued-admission.ts'
import { keepAnswers } from '../kernel/answers/kept-answers.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'

/** What is counted and found once for many askers. */
export const cachesOf = perKernel(() => ({
  totals: new Freshness(),
  // A question of two hundred characters takes a tenth of a second of the main loop: three at once, so that other pages get their turn.
  inTurn: gate(3, 40),
  // Figures over all policies cost a scan of them. A change of a policy in any process clears them, so they may live longer than totals of a filter.
  figures: new Freshness({ renewMs: 30_000, staleMs: 60_000 }),
  lasting: new Map<string, { since: unknown; found: Promise<unknown> }>(),
}))
/** What takes long to find and holds until a policy changes or `since` is another: nobody is turned away while it is being found. */
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
/** A figure or a choice over all published policies of today, made anew when a policy changes and every half minute. */
export const keptFigure = <T>(k: Kernel, name: string, count: () => Promise<T>): Promise<T> =>
  cachesOf(k).figures.get(`${name} ${today(k.clock)}`, count)
const kept = new WeakMap<Kernel, Record<'details' | 'lists' | 'home', ReturnType<typeof keepAnswers>>>()
/**
 * What is the same for all who have no token (docs/decisions/0051). A list holds totals that may be four seconds old already when they were
 * changed behind our back, so it lives one second. Called once, after implement.
 */
export const keepPolicyAnswers = (k: Kernel): void => {
  kept.set(k, {
    details: keepAnswers(k, [market.detail], { ttlMs: 5_000, http: true, subject: ({ id }: PolicyDetail) => id }),
    lists: keepAnswers(k, [market.list, market.express, market.hot, market.related, market.facets], { ttlMs: 1_000, http: true }),
    // Lists of policies stand there too; only anonymous pages are rendered from what is kept.
    home: keepAnswers(k, [homeData.view, carousel.list], { ttlMs: 2_000, http: false }),
  })
}
/** After every change of what the home page shows. */
export const homeChanged = (k: Kernel): void => void kept.get(k)?.home.forget()
/** After a change of what one policy's page shows. */
export const policyDetailChanged = (k: Kernel, id: number): void => void kept.get(k)?.details.forget(id)
/** After every change of a policy: totals and facets are counted anew, kept answers given no more. */
export const policiesChanged = (k: Kernel): void => {
  const { totals, figures, lasting } = cachesOf(k)
  totals.clear()
  figures.clear()
  lasting.clear()
  kept.get(k)?.details.forget()
  kept.get(k)?.lists.forget()
  homeChanged(k)
}
