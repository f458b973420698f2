import { visitStates, VISITS_A_DAY } from '../../contract/market/states.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify, type NewNotice } from '../system/index.ts'
import { owns } from './flow.ts'
import { DAY, MARKET, seenBy } from './visible.ts'

const { booked, cancelled, done } = visitStates.code

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

/** A visit with what is told about its end, and to whom; null: to nobody. */
type Ending<V> = (visit: V) => Omit<NewNotice, 'kind'> | null
/**
 * Ends these visits, cancelled or done, and tells the other side. Returns how many were ended: one that is no longer booked stays as it is.
 */
export async function endVisits<V extends { id: number; item_id: number }>(
  k: Kernel,
  db: Db,
  call: Call,
  visits: readonly V[],
  { to, outcome }: { to: typeof cancelled | typeof done; outcome: string },
  told: Ending<V>,
): Promise<number> {
  const ended = await db
    .updateTable('market_visit')
    .set((e) => ({ state: to, outcome, sequence: e('sequence', '+', 1), updated_at: k.clock.now() }))
    .where('id', 'in', [0, ...visits.map(({ id }) => id)])
    .where('state', '=', booked)
    .returning('id')
    .execute()
  const ids = new Set(ended.map(({ id }) => id))
  for (const visit of visits.filter(({ id }) => ids.has(id))) {
    await audit(db, call, {
      action: to === cancelled ? 'market.visitCancel' : 'market.visitEnd',
      objectType: MARKET,
      objectId: visit.item_id,
      detail: { visitId: visit.id },
    })
    const notice = told(visit)
    if (notice) await notify(db, k, { kind: 'market', ...notice })
  }
  return ids.size
}

/** Cancels the coming visits of an item that leaves the market, and notifies the visitors. */
export async function callOffVisits(
  db: Db,
  k: Kernel,
  call: Call,
  item: { id: number; title: string },
  { reason, link }: { reason: string; link: string },
): Promise<void> {
  const ahead = await db
    .selectFrom('market_visit as v')
    .innerJoin('market_slot as s', 's.id', 'v.slot_id')
    .where('v.item_id', '=', item.id)
    .where('v.state', '=', booked)
    .where('s.start_at', '>', k.clock.now().toISOString())
    .select(['v.id', 'v.item_id', 'v.user_id', 's.start_at'])
    .orderBy('v.id')
    .forUpdate('v')
    .execute()
  await endVisits(k, db, call, ahead, { to: cancelled, outcome: reason }, (visit) =>
    visit.user_id === null
      ? null
      : {
          to: { userId: visit.user_id },
          title: `${shanghaiMinute(visit.start_at)} 看“${item.title}”的约定已取消`,
          body: reason,
          link,
        },
  )
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
