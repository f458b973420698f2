import { sql } from 'kysely'
import type { ReviewStepConfig } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { staffAmong } from '../identity/index.ts'
import { openTo, visibleTo } from './access.ts'
import { delegations, delegatorOf, reviewPermissions } from './delegators.ts'
import { reviewable } from './reviewable.ts'

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

/**
 * Whose turn it is at a step: those who may sign, and their current delegates, as far as they may open the declaration: a delegate as far as
 * the delegator may (ADR 1017). `passedBy` are the offices that have signed; `at` is the platform's clock.
 */
export async function whoseTurn(db: Db, id: number, step: ReviewStepConfig, passedBy: readonly number[], at: Date): Promise<number[]> {
  const open = step.officeIds?.filter((o) => !passedBy.includes(o))
  const offices = open ? (step.mode === 'ordered' ? open.slice(0, 1) : open) : step.officeId === null ? null : [step.officeId]
  const signers = (await holders(db, step.permission, offices).execute()).map((u) => u.id)
  if (signers.length === 0) return []
  const people = await staffAmong(db, signers, reviewPermissions)
  const delegated = (await delegations(db, { by: signers }, at)).filter(({ permission }) => permission === step.permission)
  const seeing = [
    ...people.map((actor) => ({ userId: actor.userId, sees: visibleTo({ actor, delegated: [], at }) })),
    ...delegated.map((one) => ({ userId: one.delegateId, sees: () => openTo(delegatorOf(one)) })),
  ]
  // The rules of all of them are asked of the one row at once.
  const seen = await reviewable(db)
    .where('d.id', '=', id)
    .select((e) => {
      const cases = seeing.map(({ sees }, i) => sql`case when ${sees(e)} then ${sql.lit(i)} end`)
      return sql<number[]>`array_remove(array[${sql.join(cases)}]::int[], null)`.as('by')
    })
    .executeTakeFirst()
  return [...new Set((seen?.by ?? []).map((i) => seeing[i]!.userId))]
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
