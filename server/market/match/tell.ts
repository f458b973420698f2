import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { marketStates, marketKinds } from '../../../contract/market/states.ts'
import { today } from '../../kernel/clock.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { notify } from '../../system/index.ts'
import { hiddenBefore } from '../visible.ts'
import { inSlices } from '../../matching/index.ts'
import { latest } from './board.ts'
import { judgeAgainst } from './judge.ts'
import { newsOf } from './match-news.ts'
import { shelfOf } from './shelf.ts'

const AT_ONCE = 50
/** Milliseconds of one run; the rest waits for the next minute. */
const RUN_MS = 40_000
const LIMIT_MS = 60_000
const LONGEST_PAUSE_MS = 50
/** Most new matches per item that are announced; the others are in its list. */
const TOLD = 20

/** Items of the other side that match this one, latest confirmed first; none for a demand whose rule cannot be used. */
export async function fitting(k: Kernel, item: Parameters<typeof judgeAgainst>[0]): Promise<number[]> {
  const board = await shelfOf(k).board(marketKinds[item.kind].other)
  try {
    const found = await inSlices(judgeAgainst(item, today(k.clock)).meeting(board, Date.parse(hiddenBefore(k))), LIMIT_MS)
    return latest(found, 0, TOLD).map(({ id }) => id)
  } catch (err) {
    // It stays unusable until the item changes, and the items behind it must not wait for that.
    k.log.error({ err, item: item.id, kind: item.kind }, 'the matches of an item cannot be looked for')
    return []
  }
}

/**
 * Notifies both sides once of each matching pair after an item was passed or changed, each owner in one notice. Returns the number of pairs.
 */
export async function tellMatches(k: Kernel): Promise<number> {
  const until = performance.now() + RUN_MS
  let told = 0
  for (;;) {
    const done = await tellSome(k)
    told += done.told
    if (done.items < AT_ONCE || performance.now() > until) return told
  }
}

async function tellSome(k: Kernel): Promise<{ items: number; told: number }> {
  const due = await k.db
    .selectFrom('market_item')
    .select(['id', 'kind', 'title', 'origin', 'facts', 'street_ids', 'company_id', 'user_id', 'created_by'])
    .select(sql<string>`updated_at::text`.as('mark'))
    .where('state', '=', marketStates.code.passed)
    .where('deleted', '=', false)
    .where('fresh_at', '>', hiddenBefore(k))
    .where(sql<boolean>`(matched_at is null or matched_at < updated_at)`)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  // Of two items that are new at the same time, each must find the other; both count as told afterwards.
  if (due.length > 0) shelfOf(k).readAgain()
  let told = 0
  let began: number | undefined
  for (const item of due) {
    // Half of the time is left to the visitors: thousands of items may be due after an import.
    if (began !== undefined) await sleep(Math.min(LONGEST_PAUSE_MS, performance.now() - began))
    began = performance.now()
    const ids = await fitting(k, item)
    told += await k.db.transaction().execute(async (db) => {
      await db
        .updateTable('market_item')
        .set({ matched_at: sql<string>`${item.mark}::timestamptz` })
        .where('id', '=', item.id)
        .execute()
      if (ids.length === 0) return 0
      // One that went back to review has a title that nobody has approved yet.
      const others = await db
        .selectFrom('market_item')
        .select(['id', 'kind', 'title', 'origin', 'company_id', 'user_id', 'created_by'])
        .where('id', 'in', ids)
        .where('state', '=', marketStates.code.passed)
        .where('deleted', '=', false)
        .orderBy('fresh_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      if (others.length === 0) return 0
      const isSupply = marketKinds[item.kind].side === 'supply'
      const pairs = others.map(({ id }) => ({ supply_id: isSupply ? item.id : id, demand_id: isSupply ? id : item.id, at: k.clock.now() }))
      const fresh = await db
        .insertInto('market_told')
        .values(pairs)
        .onConflict((c) => c.doNothing())
        .returning(['supply_id', 'demand_id'])
        .execute()
      const isNew = new Set(fresh.map((pair) => (isSupply ? pair.demand_id : pair.supply_id)))
      const found = others.filter(({ id }) => isNew.has(id))
      for (const news of newsOf(item, found, item.mark)) await notify(db, k, news)
      return fresh.length
    })
  }
  return { items: due.length, told }
}
export const tellMatchesRegularly = (k: Kernel): void =>
  recurring(k, { name: 'market.matches', title: '告知供需双方新的匹配', cron: '* * * * *' }, async () => void (await tellMatches(k)))
