import { sql } from 'kysely'
import type { market } from '../../contract/market/dealing.ts'
import { marketStates, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { siteArea } from '../kernel/config.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { move } from '../kernel/flow.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { marketFlow } from './flow.ts'
import { ownersOf, ownersPage } from './moves.ts'
import { streetsOf } from './names.ts'
import { items, lockItem } from './queries.ts'
import { changing, DAY, hiddenBefore, seenBy, staleBefore } from './visible.ts'

/** So many days before an item counts as not confirmed its owner is asked. */
const NOTICE_DAYS = 5
const AT_ONCE = 200

/** One press: it is still so. Said twice is said once; it brings back what was hidden for its age. */
export const confirmFresh = (k: Kernel, call: Call, { kind, id }: Parsed<typeof market.confirmFresh>['body']) =>
  changing(k, async (db) => {
    const row = await lockItem(db, signedIn(call.actor), kind, id)
    const now = k.clock.now()
    // A press that is repeated, or a second page that was open, changes nothing.
    if (now.getTime() - Date.parse(row.fresh_at) < DAY && row.state === marketStates.code.passed) return { freshTime: row.fresh_at }
    await move(db, call, marketFlow, row, {
      move: 'confirm',
      version: row.version,
      set: { fresh_at: now, asked_at: null },
      detail: { title: row.title },
    })
    return { freshTime: now.toISOString() }
  })

/** Who has not confirmed an item since then is asked. */
export const dueBefore = (k: Kernel): string =>
  new Date(k.clock.now().getTime() - (k.config.MARKET_FRESH_DAYS - NOTICE_DAYS) * DAY).toISOString()

/** Owners of items that were confirmed 25 days ago or earlier are asked once, in the inbox and, where they chose it, by text message. */
export async function askOwners(k: Kernel): Promise<number> {
  const now = k.clock.now()
  const due = await k.db
    .selectFrom('market_item')
    .select(['id', 'kind', 'origin', 'title', 'company_id', 'user_id', 'created_by', 'fresh_at'])
    .where('state', '=', marketStates.code.passed)
    .where('deleted', '=', false)
    .where('fresh_at', '<=', dueBefore(k))
    .where('asked_at', 'is', null)
    .orderBy('fresh_at')
    .limit(AT_ONCE)
    .execute()
  for (const row of due)
    await k.db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('market_item')
        .set({ asked_at: now })
        .where('id', '=', row.id)
        .where('asked_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return
      await notify(db, k, {
        to: ownersOf(row),
        kind: 'market',
        title: `${marketKinds[row.kind].name}“${row.title}”还有效吗？`,
        body: `超过 ${k.config.MARKET_FRESH_DAYS} 天没有确认会排到最后，超过 ${k.config.MARKET_HIDE_DAYS} 天不再公开。打开后按一次“确认有效”即可。`,
        // The public page of what is hidden is not there any more: the owner confirms at their own list.
        link: `${ownersPage(row)}?keyword=${encodeURIComponent(row.title.slice(0, 60))}`,
        key: `market:fresh:${row.id}:${row.fresh_at}`,
      })
    })
  return due.length
}
export const askOwnersDaily = (k: Kernel): void =>
  recurring(k, { name: 'market.fresh', title: '提醒业主确认供需信息', cron: '7 9 * * *' }, async () => void (await askOwners(k)))

/** How much of what is public was confirmed in time, street by street: figures of the stale board. */
export async function freshFigures(k: Kernel, actor: Actor, kind: MarketKind) {
  const [rows, streets] = await Promise.all([
    items(k.db, kind)
      .where('p.state', '=', marketStates.code.passed)
      .where(seenBy(actor))
      .innerJoin(sql<{ code: string }>`lateral unnest(p.street_ids)`.as<'s'>(sql`s(code)`), (j) => j.onTrue())
      .select([
        sql<string>`s.code`.as('code'),
        sql<number>`count(*)::int`.as('total'),
        sql<number>`count(*) filter (where p.fresh_at > ${staleBefore(k)}::timestamptz)::int`.as('fresh'),
        sql<number>`count(*) filter (where p.fresh_at <= ${hiddenBefore(k)}::timestamptz)::int`.as('hidden'),
      ])
      .groupBy(sql`s.code`)
      .execute(),
    streetsOf(k.db, siteArea(k.config)),
  ])
  return {
    freshDays: k.config.MARKET_FRESH_DAYS,
    hideDays: k.config.MARKET_HIDE_DAYS,
    streets: streets.map(({ value, label }) => {
      const { total = 0, fresh = 0, hidden = 0 } = rows.find(({ code }) => code === value) ?? {}
      return {
        name: label,
        total,
        fresh,
        hidden,
        late: total - fresh - hidden,
        share: total === 0 ? null : Math.round((fresh / total) * 1000) / 1000,
      }
    }),
  }
}
