import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { AppealFilters } from '../../contract/appeal.ts'
import { sightOf } from '../kernel/access/sight.ts'
import type { Actor } from '../kernel/actor.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import type { Db } from '../kernel/db/index.ts'
import { publish, subscribe } from '../kernel/jobs/events.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { foundPlain } from './queries.ts'

const CHANGED = 'appeal.changed'
const MINUTE = 60_000

/** Caches counts of lists, and figures, until any appeal changes in any process, and for a few seconds at most (ADR 0720). */
const kept = perKernel((k) => {
  const answers = new Freshness({ renewMs: 10_000, staleMs: 30_000, max: 1000 })
  subscribe(k, CHANGED, () => answers.clear())
  subscribe(k, 'reconnected', () => answers.clear())
  return answers
})

/** Subscribes to changes at the start, not at the first query. */
export const keepAppealFigures = (k: Kernel): void => void kept(k)

/** For a transaction of another domain: the caches are cleared when it commits. */
export const appealChanged = (db: Db): Promise<void> => publish(db, CHANGED)

/** Runs one transaction that changes appeals; afterwards no cache shows the earlier state. */
export async function changingAppeals<T>(k: Kernel, work: (db: Transaction<Database>) => Promise<T>): Promise<T> {
  const done = await k.db.transaction().execute(async (db) => {
    const result = await work(db)
    await appealChanged(db)
    return result
  })
  kept(k).clear()
  return done
}

/** The part of the cache key for to-dos, which depend on the actor's rights. */
const standsAs = ({ userId, officeId, permissions }: Actor): unknown => [
  userId,
  officeId,
  [...permissions].filter((code) => code.startsWith('appeal:')),
]

/**
 * A cached answer about the appeals that the reader may see; with null about all appeals, for everybody. `about` names all other
 * dependencies; days and lateness depend on the clock.
 */
export const keptAnswer = <T>(k: Kernel, actor: Actor | null, about: readonly unknown[], load: () => Promise<T>): Promise<T> =>
  kept(k).get(JSON.stringify([actor && sightOf(actor, 'appeal', 'appeal:'), Math.floor(k.clock.now().getTime() / MINUTE), ...about]), load)

/** The number of appeals under a filter. */
export const appealCount = (k: Kernel, actor: Actor, filters: Partial<AppealFilters>): Promise<number> =>
  keptAnswer(k, actor, ['count', filters, filters.forMe === 1 ? standsAs(actor) : null], async () => {
    const rows = foundPlain(k.db, actor, filters, k.clock.now().toISOString()).select((e) => e.fn.countAll<number>().as('n'))
    return (await rows.executeTakeFirstOrThrow()).n
  })
