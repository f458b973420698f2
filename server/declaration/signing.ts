import type { ReviewStepConfig } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { isOwn, mayReview, seenByDelegators, type Declared } from './access.ts'
import { withDelegated } from './delegators.ts'
import { partyOf, signsByOffice } from './flow.ts'

/** In whose name a user may sign: their own, or that of a colleague who delegated to them for a period. */
export interface Signer {
  userId: number
  officeId: number | null
  companyId: number | null
  permissions: ReadonlySet<string>
  behalf: { userId: number; name: string } | null
  /** whether the rules of the delegator open the row; the actor's own sight is checked before */
  sees(id: number): boolean
}

/** The actor first, then active users who delegated to them at `at`, the oldest delegation first; for the rows `ids`. */
export async function signersOf(db: Db, actor: Actor, at: Date, ids: readonly number[]): Promise<Signer[]> {
  const own: Signer = {
    userId: actor.userId,
    officeId: actor.officeId,
    companyId: actor.companyId,
    permissions: actor.permissions,
    behalf: null,
    sees: () => true,
  }
  const reader = await withDelegated(db, actor, at)
  const seen = await seenByDelegators(db, reader, ids)
  return [
    own,
    ...reader.delegated.map(({ userId, name, officeId, permission }, i): Signer => ({
      userId,
      officeId,
      companyId: null,
      permissions: new Set([permission]),
      behalf: { userId, name },
      sees: (id) => seen.get(id)?.includes(i) ?? false,
    })),
  ]
}

/**
 * In whose name this person acts at the step now: the first one whose signature is due. `signed`: all of their signatures are given.
 * `null`: the step is not theirs, or they are `barred` from it. Nobody reviews what they submitted or their company declared, in whatever
 * name (C-06).
 */
export function signerAt(
  signers: readonly Signer[],
  actor: Actor,
  step: ReviewStepConfig | undefined,
  row: Declared & { id: number },
  passedBy: readonly number[],
  barred: readonly number[],
): Signer | 'signed' | 'later' | null {
  if (!step || isOwn(actor, row) || barred.includes(actor.userId)) return null
  const able = signers.filter((s) => s.sees(row.id) && mayReview(s, step, row) && !barred.includes(s.userId))
  if (able.length === 0) return null
  // One person gives one signature, also when somebody delegated to them.
  const fresh = able.filter((s) => !passedBy.includes(partyOf(step, s)) && (signsByOffice(step) || !passedBy.includes(actor.userId)))
  if (fresh.length === 0) return 'signed'
  const due = step.mode === 'ordered' ? fresh.filter((s) => s.officeId === step.officeIds?.[passedBy.length]) : fresh
  return due[0] ?? 'later'
}
