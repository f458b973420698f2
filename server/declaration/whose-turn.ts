import { sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { staffAmong } from '../identity/index.ts'
import { inOwnRight, maySeeDeclaration, openTo } from './access.ts'
import type { Context } from './contexts.ts'
import { delegations, delegatorOf, reviewPermissions } from './delegators.ts'
import { stepAt } from './flow.ts'
import { reviewable } from './reviewable.ts'
import { isFree } from './signing.ts'

/** Staff with a permission; when offices are given, only of these offices. */
export const holders = (db: Db, permission: string, officeIds: readonly number[] | null) =>
  db
    .selectFrom('sys_user as u')
    .select('u.id')
    .where('u.type', '=', 'YYF')
    .where('u.enabled', '=', true)
    .where((e) =>
      e.exists(
        e
          .selectFrom('user_role as ur')
          .innerJoin('role_permission as rp', 'rp.role_id', 'ur.role_id')
          .whereRef('ur.user_id', '=', 'u.id')
          .where('rp.permission', '=', permission)
          .select(sql.lit(1).as('one')),
      ),
    )
    .$if(officeIds !== null, (q) => q.where('u.office_id', '=', (e) => e.fn.any(e.val([...officeIds!]))))

/** Whose opinion is asked: that of an office through all who read declarations there, or of one person. */
export const askedPeople = async (db: Db, of: { officeId: number | null; userId: number | null }): Promise<number[]> =>
  of.userId === null ? (await holders(db, 'declaration:read', [of.officeId!]).execute()).map((u) => u.id) : [of.userId]

/**
 * Whose turn it is at a declaration: those who may sign its present step, and their current delegates, as far as they may open it: a delegate
 * as far as the delegator may (ADR 1017), and only where both may sign (ADR 1021). Empty when it is not under review. `at` is the
 * platform's clock.
 */
export async function whoseTurn(db: Db, context: Context, at: Date): Promise<number[]> {
  const { row, steps, passedBy } = context
  const step = stepAt(steps, row.state)
  if (!step) return []
  const open = step.officeIds?.filter((o) => !passedBy.includes(o))
  const offices = open ? (step.mode === 'ordered' ? open.slice(0, 1) : open) : step.officeId === null ? null : [step.officeId]
  const signers = (await holders(db, step.permission, offices).execute()).map((u) => u.id).filter((id) => isFree(context, id))
  if (signers.length === 0) return []
  const people = await staffAmong(db, signers, reviewPermissions)
  const seeing = [
    ...people.map((actor) => ({ userId: actor.userId, sees: inOwnRight({ actor, at }) })),
    ...(await delegatedBy(db, signers, step.permission, at))
      .filter(({ delegateId }) => isFree(context, delegateId))
      .map((one) => ({ userId: one.delegateId, sees: () => openTo(delegatorOf(one)) })),
  ]
  // The rules of all of them are asked of the one row at once.
  const seen = await reviewable(db)
    .where('d.id', '=', row.id)
    .select((e) => {
      const cases = seeing.map(({ sees }, i) => sql`case when ${sees(e)} then ${sql.lit(i)} end`)
      return sql<number[]>`array_remove(array[${sql.join(cases)}]::int[], null)`.as('by')
    })
    .executeTakeFirst()
  return [...new Set((seen?.by ?? []).map((i) => seeing[i]!.userId))]
}

/** Whether this person may open the declaration at `at`, in their own right or by what colleagues delegated to them. */
export async function mayOpen(db: Db, userId: number, declarationId: number, at: Date): Promise<boolean> {
  const reader = await holders(db, 'declaration:read', null).where('u.id', '=', userId).executeTakeFirst()
  const [actor] = reader ? await staffAmong(db, [userId], reviewPermissions) : []
  return actor !== undefined && maySeeDeclaration(db, actor, declarationId, at)
}

/** What these people delegated of this review, to colleagues who may still read declarations. */
async function delegatedBy(db: Db, by: readonly number[], permission: string, at: Date) {
  const given = (await delegations(db, { by }, at)).filter((one) => one.permission === permission)
  if (given.length === 0) return []
  const delegates = given.map(({ delegateId }) => delegateId)
  const reading = await holders(db, 'declaration:read', null).where('u.id', 'in', delegates).execute()
  return given.filter(({ delegateId }) => reading.some(({ id }) => id === delegateId))
}

/** Who is told when something is late: the leaders of the office, else all leaders, else the users who assign staff. */
export async function leadersOf(db: Db, officeId: number | null): Promise<number[]> {
  const own = officeId === null ? [] : [holders(db, 'insight:read', [officeId])]
  for (const found of [...own, holders(db, 'insight:read', null), holders(db, 'user:manage', null)]) {
    const people = await found.execute()
    if (people.length > 0) return people.map((u) => u.id)
  }
  return []
}

/** Whether this person may act for the members of an office: those who are told when they are late. */
export async function isHead(db: Db, actor: Actor, officeId: number | null): Promise<boolean> {
  if (!actor.permissions.has('insight:read') && !actor.permissions.has('user:manage')) return false
  return (await leadersOf(db, officeId)).includes(actor.userId)
}
