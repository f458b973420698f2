import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { contextsOf } from './contexts.ts'
import { declarationRows } from './queries.ts'
import { mayOpen, whoseTurn } from './whose-turn.ts'

/**
 * Puts back what a former delegate has in hand only through the delegation that ended: it waits for the delegator again, or the former
 * delegate can no longer open it. What the delegate may sign without this delegation stays in their hand. Call it after the delegation has
 * ended, in the same transaction. Returns how many declarations are free again.
 */
export async function releaseAfter(
  k: Kernel,
  db: Db,
  call: Call,
  { user_id: delegatorId, delegate_id: delegateId }: { user_id: number; delegate_id: number },
): Promise<number> {
  const now = k.clock.now()
  const held = await declarationRows(db).where('h.user_id', '=', delegateId).where('d.deleted_at', 'is', null).orderBy('d.id').execute()
  if (held.length === 0) return 0
  let released = 0
  for (const context of await contextsOf(db, held)) {
    const { id, declare_no: declareNo } = context.row
    const turn = await whoseTurn(db, context, now)
    if (turn.includes(delegateId)) continue
    if (!turn.includes(delegatorId) && (await mayOpen(db, delegateId, id, now))) continue
    const { numDeletedRows } = await db
      .deleteFrom('declaration_holder')
      .where('declaration_id', '=', id)
      .where('user_id', '=', delegateId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) continue
    await audit(db, call, {
      action: 'declaration.putBack',
      objectType: 'declaration',
      objectId: id,
      detail: { declareNo, userId: delegateId, reason: '委托已经结束' },
    })
    released += 1
  }
  return released
}

/** What the notice of the ending says of them; `whose`: the name of the former delegate, or 您. */
export const putBackWords = (whose: string, released: number): string => `${whose}代领的 ${released} 件申报已放回，能办理的同事可以领取。`
