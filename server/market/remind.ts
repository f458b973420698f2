import { visitStates } from '../../contract/market/states.ts'
import { shanghaiDay, shanghaiMinute } from '../../contract/shanghai.ts'
import { today } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { approvedAddress, approvedTitle, titleFor } from './approved.ts'
import { ownersOf, ownersPage, visitorsPage } from './moves.ts'
import { DAY } from './visible.ts'

const AT_ONCE = 200
/** Reminds both sides of a visit once, a day before, or soon where it is booked later than that. */
export async function remindVisits(k: Kernel): Promise<number> {
  const now = k.clock.now()
  const due = await k.db
    .selectFrom('market_visit as v')
    .innerJoin('market_slot as s', 's.id', 'v.slot_id')
    .innerJoin('market_item as p', 'p.id', 'v.item_id')
    .where('v.state', '=', visitStates.code.booked)
    .where('v.reminded', '=', false)
    .where('s.start_at', '>', now.toISOString())
    .where('s.start_at', '<=', new Date(now.getTime() + DAY).toISOString())
    .select([
      'v.id',
      'v.user_id as visitor',
      's.start_at',
      'p.kind',
      'p.origin',
      'p.title',
      'p.address',
      'p.company_id',
      'p.user_id',
      'p.created_by',
      approvedTitle,
      approvedAddress,
    ])
    .orderBy('s.start_at')
    .limit(AT_ONCE)
    .execute()
  for (const row of due)
    await k.db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('market_visit')
        .set({ reminded: true })
        .where('id', '=', row.id)
        .where('reminded', '=', false)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return
      const words = (title: string, address: string) => ({
        kind: 'market' as const,
        title: `${shanghaiDay(Date.parse(row.start_at)) === today(k.clock) ? '今天' : '明天'}看房：${shanghaiMinute(row.start_at)}，${title}`,
        body: address,
        key: `market:remind:${row.id}`,
      })
      if (row.visitor !== null)
        await notify(db, k, { ...words(titleFor(row), row.approved_address), to: { userId: row.visitor }, link: visitorsPage(row.kind) })
      await notify(db, k, { ...words(row.title, row.address), to: ownersOf(row), link: ownersPage(row, 'contacts') })
    })
  return due.length
}
export const remindVisitsRegularly = (k: Kernel): void =>
  recurring(k, { name: 'market.visits', title: '提醒看房约定', cron: '*/10 * * * *' }, async () => void (await remindVisits(k)))
