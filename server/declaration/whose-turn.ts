import { sql } from 'kysely'
import type { ReviewStepConfig } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'

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
 * Whose turn it is at a step: those who may sign, and their current delegates. `passedBy` are the offices that have signed; `at` is the
 * platform's clock.
 */
export async function whoseTurn(db: Db, step: ReviewStepConfig, passedBy: readonly number[], at: Date): Promise<number[]> {
  const open = step.officeIds?.filter((o) => !passedBy.includes(o))
  const offices = open ? (step.mode === 'ordered' ? open.slice(0, 1) : open) : step.officeId === null ? null : [step.officeId]
  const own = (await holders(db, step.permission, offices).execute()).map((u) => u.id)
  if (own.length === 0) return own
  const delegates = await db
    .selectFrom('declaration_delegation as g')
    .select('g.delegate_id')
    .where('g.user_id', '=', (e) => e.fn.any(e.val(own)))
    .where('g.revoked_at', 'is', null)
    .where('g.starts_at', '<=', at.toISOString())
    .where('g.ends_at', '>=', at.toISOString())
    .execute()
  return [...new Set([...own, ...delegates.map((g) => g.delegate_id)])]
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
