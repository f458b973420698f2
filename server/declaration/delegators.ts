import { sql } from 'kysely'
import type { RowRule } from '../../contract/row-rules.ts'
import { staffWith, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'

export const reviewPermissions = ['declaration:accept', 'declaration:review'] as const
export type ReviewPermission = (typeof reviewPermissions)[number]

/** A review that a colleague delegated: in whose name, and the rules of the colleague's roles that give this review. */
export interface Delegated {
  userId: number
  name: string
  officeId: number | null
  permission: ReviewPermission
  rules: RowRule[]
}

/** Who asks for declarations: with what colleagues delegated to them at `at`, the platform's clock, the oldest delegation first. */
export interface Reader {
  actor: Actor
  delegated: readonly Delegated[]
  at: Date
}

/**
 * What colleagues delegated at `at`, to one person or by these people, the oldest first. A delegate sees and decides no row that the rules of
 * the delegator do not open (ADR 1017), so they are read with the delegation.
 */
export async function delegations(
  db: Db,
  whose: { to: number } | { by: readonly number[] },
  at: Date,
): Promise<(Delegated & { delegateId: number })[]> {
  const { rows } = await sql<Delegated & { delegateId: number }>`
    select u.id as "userId", u.name, u.office_id as "officeId", g.delegate_id as "delegateId", rp.permission,
      coalesce(jsonb_agg(distinct jsonb_build_object('resource', rr.resource, 'scope', rr.scope, 'officeIds', rr.office_ids, 'lines', rr.lines))
        filter (where rr.id is not null), '[]') as rules
    from declaration_delegation g join sys_user u on u.id = g.user_id and u.enabled
    join user_role ur on ur.user_id = u.id
    join role_permission rp on rp.role_id = ur.role_id and rp.permission = any(${[...reviewPermissions]}::text[])
    left join row_rule rr on rr.role_id = ur.role_id and rr.resource = 'declaration'
    where ${'to' in whose ? sql`g.delegate_id = ${whose.to}` : sql`g.user_id = any(${[...whose.by]}::bigint[])`}
      and g.revoked_at is null and ${at.toISOString()}::timestamptz between g.starts_at and g.ends_at
    group by g.id, u.id, rp.permission order by g.id, rp.permission`.execute(db)
  return rows
}

export const readerOf = async (db: Db, actor: Actor, at: Date): Promise<Reader> => ({
  actor,
  delegated: actor.type === 'YYF' ? await delegations(db, { to: actor.userId }, at) : [],
  at,
})

/** The delegator, with the one permission that is delegated. */
export const delegatorOf = ({ userId, name, officeId, permission, rules }: Delegated): Actor =>
  staffWith({ userId, name, officeId, permissions: [permission], rules })
