import { sql } from 'kysely'
import type { market } from '../../contract/market/dealing.ts'
import { marketStates, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { siteArea } from '../kernel/config.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { move } from '../kernel/flow.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { marketFlow } from './flow.ts'
import { hideItems } from './hide.ts'
import { confirmPage, ownersOf } from './moves.ts'
import { streetsOf } from './names.ts'
import { items, lockItem, refuseNobody } from './queries.ts'
import { changing, DAY, hiddenBefore, seenBy, staleBefore } from './visible.ts'

/** The owner is asked this many days before an item counts as unconfirmed. */
const NOTICE_DAYS = 5
const AT_ONCE = 200

/** The owner confirms that an item is still valid. This also shows again an item that was hidden for its age. */
export const confirmFresh = (k: Kernel, call: Call, { kind, id }: Parsed<typeof market.confirmFresh>['body']) =>
  changing(k, async (db) => {
    const row = await lockItem(db, signedIn(call.actor), kind, id)
    refuseNobody(row)
    const now = k.clock.now()
    // A repeated confirmation, or one in a second window, changes nothing.
    if (now.getTime() - Date.parse(row.fresh_at) < DAY && row.state === marketStates.code.passed) return { freshTime: row.fresh_at }
    await move(db, call, marketFlow, row, {
      move: 'confirm',
      version: row.version,
      set: { fresh_at: now, asked_at: null },
      detail: { title: row.title },
    })
    return { freshTime: now.toISOString() }
  })

/** Owners of items that were last confirmed before this time are asked. */
export const dueBefore = (k: Kernel): string =>
  new Date(k.clock.now().getTime() - (k.config.MARKET_FRESH_DAYS - NOTICE_DAYS) * DAY).toISOString()

/**
 * Asks owners of items that were confirmed MARKET_FRESH_DAYS − 5 days ago or earlier, once: in the inbox and, if they chose so, by text
 * message.
 */
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
        body: `超过 ${k.config.MARKET_FRESH_DAYS} 天没有确认会排到最后，超过 ${k.config.MARKET_HIDE_DAYS} 天不再公开。打开后按一次“仍然有效”即可。`,
        link: confirmPage(row),
        textLink: true,
        key: `market:fresh:${row.id}:${row.fresh_at}`,
      })
    })
  return due.length
}

/** Items whose contact closed the account are hidden then; this also finds those of the time before that rule. */
export async function hideUnanswered(k: Kernel): Promise<number> {
  const found = await k.db
    .selectFrom('market_item')
    .select('id')
    .where('phone_index', '=', '')
    .where('state', '=', marketStates.code.passed)
    .where('deleted', '=', false)
    .where('fresh_at', '>', hiddenBefore(k))
    .limit(AT_ONCE)
    .execute()
  const ids = found.map(({ id }) => id)
  if (ids.length > 0) await changing(k, (db) => hideItems(k, db, systemCall('market.fresh'), ids, '发布人已注销账号'))
  return ids.length
}

export const askOwnersDaily = (k: Kernel): void =>
  recurring(k, { name: 'market.fresh', title: '提醒业主确认供需信息', cron: '7 9 * * *' }, async () => {
    while ((await hideUnanswered(k)) === AT_ONCE);
    await askOwners(k)
  })

/** Shares of public items that were confirmed in time, by street, for the board of overdue content. */
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
