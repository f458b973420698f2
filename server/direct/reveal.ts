import { signedIn } from '../kernel/actor.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { reveal } from '../kernel/access/reveals.ts'
import { LIST } from './move.ts'
import { rowsOf } from './queries.ts'

const columns = { accountNo: 'account_no', contactName: 'contact_name', contactPhone: 'contact_phone' } as const

/** Shows account or contact of a company in clear; the reason is recorded (P-02). */
export async function revealPayee(
  k: Kernel,
  call: Call,
  { id, field, reason }: { id: number; field: keyof typeof columns; reason: string },
): Promise<{ value: string }> {
  const actor = signedIn(call.actor)
  const at = await k.db.selectFrom('direct_row').select(['list_id', columns[field]]).where('id', '=', id).executeTakeFirst()
  const seen = at && (await rowsOf(k.db, actor, { listId: at.list_id }).where('r.id', '=', id).select('r.id').executeTakeFirst())
  const sealed = seen && at[columns[field]]
  if (!sealed) throw notFound('企业没有填写')
  return reveal(k, call, { domain: 'direct', objectType: LIST, objectId: at.list_id, detail: { row: id, field, reason } }, { sealed })
}
