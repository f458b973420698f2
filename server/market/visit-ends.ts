import { visitStates, VISITS_A_DAY } from '../../contract/market/states.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { owns } from './flow.ts'
import { DAY, MARKET, seenBy } from './visible.ts'

const { booked, cancelled } = visitStates.code

/** The owner takes back a free half hour; a booked visit has to be cancelled first. */
export const closeSlot = (k: Kernel, call: Call, slotId: number): Promise<true> =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const actor = signedIn(call.actor)
    const slot = await db
      .selectFrom('market_slot as s')
      .innerJoin('market_item as p', 'p.id', 's.item_id')
      .where('s.id', '=', slotId)
      .where(seenBy(actor))
      .select(['s.id', 'p.origin', 'p.company_id', 'p.user_id'])
      .forUpdate('s')
      .executeTakeFirst()
    if (!slot || !owns(actor, slot)) throw notFound('没有这个时段')
    const visit = await db
      .selectFrom('market_visit')
      .select('id')
      .where('slot_id', '=', slotId)
      .where('state', '!=', cancelled)
      .executeTakeFirst()
    if (visit) throw refused('这个时段已经约出，请先取消约定', 'STATE')
    await db.updateTable('market_slot').set({ closed: true }).where('id', '=', slotId).execute()
    return true
  })

/** Cancels the coming visits of an item that leaves the market, and notifies the visitors. */
export async function callOffVisits(
  db: Db,
  k: Kernel,
  call: Call,
  item: { id: number; title: string },
  { reason, link }: { reason: string; link: string },
): Promise<void> {
  const now = k.clock.now()
  const ended = await db
    .updateTable('market_visit as v')
    .from('market_slot as s')
    .set((e) => ({ state: cancelled, outcome: reason, sequence: e('v.sequence', '+', 1), updated_at: now }))
    .whereRef('s.id', '=', 'v.slot_id')
    .where('v.item_id', '=', item.id)
    .where('v.state', '=', booked)
    .where('s.start_at', '>', now.toISOString())
    .returning(['v.id', 'v.user_id', 's.start_at'])
    .execute()
  for (const visit of ended) {
    await audit(db, call, { action: 'market.visitCancel', objectType: MARKET, objectId: item.id, detail: { visitId: visit.id } })
    if (visit.user_id === null) continue
    await notify(db, k, {
      to: { userId: visit.user_id },
      kind: 'market',
      title: `${shanghaiMinute(visit.start_at)} 看“${item.title}”的约定已取消`,
      body: reason,
      link,
    })
  }
}

/** Booking and cancelling in turn would notify the owner without end. */
export async function refuseTooOften(k: Kernel, db: Db, { userId }: Actor): Promise<void> {
  const { n } = await db
    .selectFrom('market_visit')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(k.clock.now().getTime() - DAY).toISOString())
    .executeTakeFirstOrThrow()
  if (n >= VISITS_A_DAY) throw refused(`每天最多约看 ${VISITS_A_DAY} 次，请明天再试`, 'LIMIT')
}
