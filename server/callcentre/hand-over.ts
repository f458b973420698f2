import { callbackCodes } from '../../contract/callcentre/states.ts'
import { staffHolding } from '../identity/index.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { move } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { endsWithStaff, offersHandOver } from '../kernel/offers/hand-overs.ts'
import { push } from '../kernel/push/push.ts'
import { notify } from '../system/index.ts'
import { callbackFlow } from './flow.ts'
import { withTaker } from './locking.ts'

const takenBy = (db: Db, userId: number) =>
  db.selectFrom('call_callback').where('taken_by', '=', userId).where('state', '=', callbackCodes.code.taken)

/** Callbacks that a leaving agent has taken go to another agent, or back to all of them (ADR 0502, 0987). */
export function offerCallbackHandOver(k: Kernel): void {
  const locked = async (db: Db, userId: number) =>
    withTaker(k, db, await takenBy(db, userId).selectAll().orderBy('id').forUpdate().execute())
  offersHandOver(k, {
    kind: 'callback',
    title: '领取的回拨',
    otherwise: '回到待回拨，由其他坐席领取',
    waiting: async (db, userId) => (await takenBy(db, userId).select('id').execute()).map(({ id }) => id),
    takers: async (db, userId) => (await staffHolding(db, 'call:agent')).filter((id) => id !== userId),
    async give(db, call, ids, from, to) {
      for (const row of (await locked(db, from.id)).filter(({ id }) => ids.includes(id)))
        await move(db, call, callbackFlow, row, {
          move: 'give',
          version: row.version,
          bySystem: true,
          set: { taken_by: to.id, taken_at: k.clock.now() },
          detail: { from: from.name, name: to.name },
        })
      await notify(db, k, {
        to: { userId: to.id },
        kind: 'work',
        title: `${from.name}领取的 ${ids.length} 个回拨转由您完成`,
        link: '/ecall',
      })
      await push(db, { name: 'queue' }, { can: 'call:read' })
    },
  })
  endsWithStaff(k, async (db, userId) => {
    const rows = await locked(db, userId)
    for (const row of rows)
      await move(db, systemCall('user.disable'), callbackFlow, row, {
        move: 'putBack',
        version: row.version,
        bySystem: true,
        set: { taken_by: null, taken_at: null },
      })
    if (rows.length > 0) await push(db, { name: 'queue' }, { can: 'call:read' })
  })
}
