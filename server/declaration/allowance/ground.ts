import { DECISION_UNDO_S } from '../../../contract/declaration.ts'
import type { Db } from '../../kernel/db/index.ts'
import { kernelOf } from '../../kernel/kernel-of.ts'

const GONE = '所依据的申报没有通过，不能办理'
const EARLY = '该申报的决定仍在可撤回的时间内，请稍后再登记'

/**
 * Why a declaration does not justify a sum now: it is not approved, or its approval can still be revoked; null when it does. It locks the
 * declaration until the transaction ends, so that no decision runs in parallel. Call it before the allowance is locked: a revocation locks
 * in the same order.
 */
export async function declarationFault(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('declaration').select(['state', 'deleted_at']).where('id', '=', id).forShare().executeTakeFirst()
  if (!row || row.state !== 'approved' || row.deleted_at !== null) return GONE
  const since = new Date(kernelOf(db).clock.now().getTime() - DECISION_UNDO_S * 1000)
  const fresh = await db
    .selectFrom('declaration_log')
    .select('id')
    .where('declaration_id', '=', id)
    .where('to_state', '=', 'approved')
    .where('revoked_at', 'is', null)
    .where('at', '>=', since.toISOString())
    .executeTakeFirst()
  return fresh ? EARLY : null
}

/** Why a list does not justify the sum that came from it; null when it does. */
export async function listFault(db: Db, allowanceId: number): Promise<string | null> {
  const row = await db
    .selectFrom('direct_row as r')
    .innerJoin('direct_list as l', 'l.id', 'r.list_id')
    .select(['r.state', 'l.state as list_state'])
    .where('r.allowance_id', '=', allowanceId)
    .executeTakeFirst()
  return row && (row.state !== 'handed' || row.list_state === 'cancelled') ? '所依据的免申即享名单已终止，不能办理' : null
}
