import { reveal } from '../kernel/access/reveals.ts'
import { signedIn } from '../kernel/actor.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { APPEAL } from './locking.ts'
import { seenBy } from './queries.ts'

const columns = { contact: 'a.contact_sealed', phone: 'a.phone_sealed' } as const

/** Contact or phone of a sender unmasked, with a recorded reason (P-02). */
export async function revealSender(
  k: Kernel,
  call: Call,
  { id, field, reason }: { id: number; field: keyof typeof columns; reason: string },
): Promise<{ value: string }> {
  const row = await seenBy(k.db, signedIn(call.actor)).where('a.id', '=', id).select(`${columns[field]} as sealed`).executeTakeFirst()
  if (!row) throw notFound('该诉求不存在或已被删除')
  return reveal(k, call, { domain: 'appeal', objectType: APPEAL, objectId: id, detail: { field, reason } }, { sealed: row.sealed })
}
