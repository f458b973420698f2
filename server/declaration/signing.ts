import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { isOwn, mayReview, seenBySigners } from './access.ts'
import type { Context } from './contexts.ts'
import { withDelegated } from './delegators.ts'
import { partyOf, signsByOffice, stepAt } from './flow.ts'

/** In whose name a user may sign: their own, or that of a colleague who delegated to them for a period. */
export interface Signer {
  userId: number
  officeId: number | null
  companyId: number | null
  permissions: ReadonlySet<string>
  behalf: { userId: number; name: string } | null
  /** whether they see the row in this name: by the actor's own right, or by the rules of the delegator */
  sees(id: number): boolean
}

/** The actor first, then active users who delegated to them at `at`, the oldest delegation first; for the rows `ids`. */
export async function signersOf(db: Db, actor: Actor, at: Date, ids: readonly number[]): Promise<Signer[]> {
  const reader = await withDelegated(db, actor, at)
  const seen = await seenBySigners(db, reader, ids)
  const seesAs = (name: number) => (id: number) => seen.get(id)?.includes(name) ?? false
  const own: Signer = {
    userId: actor.userId,
    officeId: actor.officeId,
    companyId: actor.companyId,
    permissions: actor.permissions,
    behalf: null,
    sees: seesAs(0),
  }
  return [
    own,
    ...reader.delegated.map(({ userId, name, officeId, permission }, i): Signer => ({
      userId,
      officeId,
      companyId: null,
      permissions: new Set([permission]),
      behalf: { userId, name },
      sees: seesAs(i + 1),
    })),
  ]
}

/** Whether this person is kept from the present step: it is their own work (C-06), or they signed the review and so may not decide. */
const isKept = ({ row, barred }: Context, userId: number): boolean => isOwn({ userId, companyId: null }, row) || barred.includes(userId)

/** Whether this person, or a delegate in their name, has signed the present step. Where offices sign, the office counts and not the person. */
const hasSigned = ({ steps, row, passedBy }: Context, userId: number): boolean => {
  const step = stepAt(steps, row.state)
  return step !== undefined && !signsByOffice(step) && passedBy.includes(userId)
}

/** Whether nothing stands against this person's signature at the present step; their right to it is not asked here. */
export const isFree = (context: Context, userId: number): boolean => !isKept(context, userId) && !hasSigned(context, userId)

/**
 * In whose name this person acts at the step now: the first one whose signature is due. `signed`: all of their signatures are given.
 * `null`: the step is not theirs, or they are kept from it. A delegation counts only where delegator and delegate may sign (ADR 1021): `whoseTurn`
 * and `waitsFor` say the same of all people at one row and of one person at all rows.
 */
export function signerAt(signers: readonly Signer[], actor: Actor, context: Context): Signer | 'signed' | 'later' | null {
  const { row, steps, passedBy } = context
  const step = stepAt(steps, row.state)
  if (!step || isOwn(actor, row) || isKept(context, actor.userId)) return null
  const able = signers.filter((s) => s.sees(row.id) && mayReview(s, step, row) && !isKept(context, s.userId))
  if (able.length === 0) return null
  // One person gives one signature, also when somebody delegated to them.
  const fresh = able.filter(
    (s) => !passedBy.includes(partyOf(step, s)) && !hasSigned(context, s.userId) && !hasSigned(context, actor.userId),
  )
  if (fresh.length === 0) return 'signed'
  const due = step.mode === 'ordered' ? fresh.filter((s) => s.officeId === step.officeIds?.[passedBy.length]) : fresh
  return due[0] ?? 'later'
}
