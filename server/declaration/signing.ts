import type { ReviewStepConfig } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { isOwn, mayReview, type Declared } from './access.ts'
import { partyOf, signsByOffice } from './flow.ts'

/** In whose name a user may sign: their own, or that of a colleague who delegated to them for a period. */
export interface Signer {
  userId: number
  officeId: number | null
  companyId: number | null
  permissions: ReadonlySet<string>
  behalf: { userId: number; name: string } | null
}

/** The actor first, then active users who delegated to them at `at`, the oldest delegation first. */
export async function signersOf(db: Db, actor: Actor, at: Date): Promise<Signer[]> {
  const own: Signer = {
    userId: actor.userId,
    officeId: actor.officeId,
    companyId: actor.companyId,
    permissions: actor.permissions,
    behalf: null,
  }
  const rows = await db
    .selectFrom('declaration_delegation as g')
    .innerJoin('sys_user as u', 'u.id', 'g.user_id')
    .innerJoin('user_role as ur', 'ur.user_id', 'u.id')
    .innerJoin('role_permission as rp', 'rp.role_id', 'ur.role_id')
    .select(['g.id', 'u.id as user_id', 'u.name', 'u.office_id', 'rp.permission'])
    .where('g.delegate_id', '=', actor.userId)
    .where('g.revoked_at', 'is', null)
    .where('g.starts_at', '<=', at.toISOString())
    .where('g.ends_at', '>=', at.toISOString())
    .where('u.enabled', '=', true)
    .where('rp.permission', 'in', ['declaration:accept', 'declaration:review'])
    .orderBy('g.id')
    .execute()
  const delegated = [...Map.groupBy(rows, (r) => r.user_id).values()].map((list): Signer => {
    const [first] = list
    return {
      userId: first!.user_id,
      officeId: first!.office_id,
      companyId: null,
      permissions: new Set(list.map((r) => r.permission)),
      behalf: { userId: first!.user_id, name: first!.name },
    }
  })
  return [own, ...delegated]
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
  row: Declared,
  passedBy: readonly number[],
  barred: readonly number[],
): Signer | 'signed' | 'later' | null {
  if (!step || isOwn(actor, row) || barred.includes(actor.userId)) return null
  const able = signers.filter((s) => mayReview(s, step, row) && !barred.includes(s.userId))
  if (able.length === 0) return null
  // One person gives one signature, also when somebody delegated to them.
  const fresh = able.filter((s) => !passedBy.includes(partyOf(step, s)) && (signsByOffice(step) || !passedBy.includes(actor.userId)))
  if (fresh.length === 0) return 'signed'
  const due = step.mode === 'ordered' ? fresh.filter((s) => s.officeId === step.officeIds?.[passedBy.length]) : fresh
  return due[0] ?? 'later'
}
