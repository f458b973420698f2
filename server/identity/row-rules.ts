import { sql } from 'kysely'
import type { PermissionCode } from '../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey, type RowRule } from '../../contract/row-rules.ts'
import { staffWith, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { opensAll } from '../kernel/access/row-rules.ts'

const needs = rowResourceKeys.flatMap((key) => rowResource(key).needs.map((permission) => `('${key}', '${permission}')`)).join(', ')

/** SQL: the rules of a user's roles, as JSON. A role opens rows of a resource only when it also has a permission of that resource. */
export const rulesOf = (user: string): string =>
  `(select coalesce(jsonb_agg(distinct jsonb_build_object('resource', rr.resource, 'scope', rr.scope, 'officeIds', rr.office_ids, 'lines', rr.lines)), '[]')
    from user_role rur join row_rule rr on rr.role_id = rur.role_id where rur.user_id = ${user} and exists (
      select from (values ${needs}) need(resource, permission) join role_permission rrp on rrp.permission = need.permission
      where need.resource = rr.resource and rrp.role_id = rr.role_id))`

const holding = (permission: PermissionCode) => sql<boolean>`u.type = 'YYF' and u.enabled and exists (
      select from user_role ur join role_permission rp on rp.role_id = ur.role_id where ur.user_id = u.id and rp.permission = ${permission})`

/** Staff who hold the permission. */
export const staffHolding = async (db: Db, permission: PermissionCode): Promise<number[]> =>
  (await sql<{ id: number }>`select u.id from sys_user u where ${holding(permission)} order by u.id`.execute(db)).rows.map(({ id }) => id)

/**
 * Staff who hold the permission and may see a row: a notice about the row may go to them. `sees` evaluates the domain's own condition; it
 * is skipped for those who see every row.
 */
export async function staffWhoSee(
  db: Db,
  { permission, resource }: { permission: PermissionCode; resource: RowResourceKey },
  sees: (actor: Actor) => Promise<boolean>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; name: string; office_id: number | null; rules: RowRule[] }>`
    select u.id, u.name, u.office_id, ${sql.raw(rulesOf('u.id'))} as rules from sys_user u
    where ${holding(permission)}`.execute(db)
  const found: number[] = []
  for (const { id, name, office_id: officeId, rules } of rows) {
    const actor = staffWith({ userId: id, name, officeId, permissions: [permission], rules })
    if (opensAll(actor, resource) || (await sees(actor))) found.push(id)
  }
  return found
}

/**
 * These people as actors, each with those of the permissions which they hold and with the rules of their roles, in one query: a domain asks in
 * their place who sees a row.
 */
export async function staffAmong(db: Db, ids: readonly number[], permissions: readonly PermissionCode[]): Promise<Actor[]> {
  const { rows } = await sql<Parameters<typeof staffWith>[0]>`
    select u.id as "userId", u.name, u.office_id as "officeId", ${sql.raw(rulesOf('u.id'))} as rules,
      array(select distinct rp.permission from user_role ur join role_permission rp on rp.role_id = ur.role_id
        where ur.user_id = u.id and rp.permission = any(${[...permissions]}::text[])) as permissions
    from sys_user u where u.id = any(${[...ids]}::bigint[]) order by u.id`.execute(db)
  return rows.map(staffWith)
}
