import { sql, type RawBuilder } from 'kysely'
import { marketStates } from '../../contract/market/states.ts'
import { oneOf, ruled } from '../kernel/access/row-rules.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { publish } from '../kernel/jobs/events.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { publishing } from '../kernel/offers/publishing.ts'
import { purgePagesAfter } from '../kernel/offers/services.ts'
import { homeChanged } from '../policy/index.ts'

export const MARKET = 'market'
export const DAY = 86_400_000
const TOPIC = 'market'
const PAGES = '/page'
const hearers = perKernel((): (() => void)[] => [])
/** Registers a cache of this process that is cleared by every change of the market; in this process at once. */
export const onMarketChange = (k: Kernel, forget: () => void): void => void hearers(k).push(forget)
/** Changes clear the market's pages, the home page and the sitemap, which show items. */
export const { changing, hear: hearMarket } = publishing({
  topic: TOPIC,
  pages: PAGES,
  forget: (k) => {
    homeChanged(k)
    for (const forget of hearers(k)) forget()
  },
})

/** The same for a transaction that another domain runs: caches are cleared after its commit. */
export async function changedIn(db: Db): Promise<void> {
  await purgePagesAfter(db, PAGES)
  await publish(db, TOPIC)
}

/** Items must be confirmed after this time to be shown. */
export const hiddenBefore = (k: Kernel): string => new Date(k.clock.now().getTime() - k.config.MARKET_HIDE_DAYS * DAY).toISOString()
export const staleBefore = (k: Kernel): string => new Date(k.clock.now().getTime() - k.config.MARKET_FRESH_DAYS * DAY).toISOString()

/** The one condition of being public, on `p`: passed, not deleted, and confirmed by its owner within MARKET_HIDE_DAYS (ADR 0621). */
export const isListed = (k: Kernel): RawBuilder<boolean> =>
  sql<boolean>`(p.state = ${sql.lit(marketStates.code.passed)} and not p.deleted and p.fresh_at > ${hiddenBefore(k)}::timestamptz)`
/** The same as text, for the search. */
export const listedText = (since: string): string => `p.state = ${marketStates.code.passed} and not p.deleted and p.fresh_at > ${since}`

export const readsAll = (actor: Actor): boolean =>
  actor.type === 'YYF' && (['market:read', 'market:manage', 'market:review'] as const).some((code) => actor.permissions.has(code))

/**
 * Whether the actor answers those who ask or come, and so sees their numbers: owners, and staff who manage items. Staff who only read or
 * review, and an officer who views the platform as somebody else, do not.
 */
export const dealsWithPeople = (actor: Actor): boolean => actor.type !== 'YYF' || (actor.permissions.has('market:manage') && !actor.viewer)

/** Items `p` of the identity in which somebody acts: the company's, or their own as a person (ADR 1031). */
export const ofOwner = ({ userId, companyId }: Pick<Actor, 'userId' | 'companyId'>): RawBuilder<boolean> =>
  companyId === null ? sql<boolean>`(p.user_id = ${userId} and p.company_id is null)` : sql<boolean>`(p.company_id = ${companyId})`

/**
 * Rows `p` that the actor may see in full: their own, or while they act for a company the company's, as `owns` does (ADR 1031); for staff
 * those of the access rules. List, count, detail, log, export and files all use it.
 */
export function seenBy(actor: Actor): RawBuilder<boolean> {
  if (actor.type !== 'YYF') return ofOwner(actor)
  if (!readsAll(actor)) return sql<boolean>`false`
  return ruled(actor, 'market', {
    office: (offices) => sql<boolean>`exists (select from sys_user o where o.id = p.created_by and o.office_id = any(${offices}))`,
    own: sql<boolean>`p.created_by = ${actor.userId}`,
    fields: {
      kind: oneOf(sql.ref('p.kind'), 'text'),
      state: oneOf(sql.ref('p.state'), 'int'),
      street: (line) =>
        line.op === 'in'
          ? sql<boolean>`p.street_ids && ${[...line.values]}::text[]`
          : line.op === 'notIn'
            ? sql<boolean>`not (p.street_ids && ${[...line.values]}::text[])`
            : sql<boolean>`false`,
    },
  })
}

/** Pictures are public while their item is passed, also while it is hidden for its age. */
export async function showFiles(db: Db, id: number): Promise<void> {
  await sql`update file f set visibility = case when p.state = ${marketStates.code.passed} and not p.deleted then 'public' else 'private' end from market_item p
    where f.object_type = ${MARKET} and f.object_id = p.id::text and p.id = ${id}`.execute(db)
}
