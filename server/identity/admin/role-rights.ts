import { sql } from 'kysely'
import { isPermissionCode, type PermissionCode } from '../../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import type { Db } from '../../kernel/db/index.ts'

export interface RoleRights {
  id: number
  code: string
  name: string
  permissions: ReadonlySet<PermissionCode>
  menuIds: ReadonlySet<number>
  rules: readonly RowRule[]
}

/** The rights of each of these roles, in the order of their ids, in one query. */
export async function rightsOfRoles(db: Db, roleIds: readonly number[]): Promise<Map<number, RoleRights>> {
  const { rows } = await sql<{ id: number; code: string; name: string; permissions: string[]; menu_ids: number[]; rules: RowRule[] }>`
    select r.id, r.code, r.name,
      array(select p.permission from role_permission p where p.role_id = r.id) as permissions,
      array(select m.menu_id from role_menu m where m.role_id = r.id) as menu_ids,
      (select coalesce(jsonb_agg(
          jsonb_build_object('resource', x.resource, 'scope', x.scope, 'officeIds', x.office_ids, 'lines', x.lines) order by x.id), '[]')
        from row_rule x where x.role_id = r.id and x.resource = any(${rowResourceKeys})) as rules
    from role r where r.id = any(${[...new Set(roleIds)]}) order by r.id`.execute(db)
  return new Map(
    rows.map(({ id, code, name, permissions, menu_ids, rules }) => [
      id,
      { id, code, name, permissions: new Set(permissions.filter(isPermissionCode)), menuIds: new Set(menu_ids), rules },
    ]),
  )
}

export const together = (all: readonly RoleRights[]) => ({
  permissions: new Set(all.flatMap((one) => [...one.permissions])),
  menuIds: new Set(all.flatMap((one) => [...one.menuIds])),
})

/** Rules with an effect: those of roles that also have a permission of the resource. */
export const acting = (all: readonly RoleRights[], resource: RowResourceKey): RowRule[] =>
  all.flatMap((one) =>
    rowResource(resource).needs.some((code) => one.permissions.has(code)) ? one.rules.filter((rule) => rule.resource === resource) : [],
  )
export const actingRules = (all: readonly RoleRights[]): RowRule[] => rowResourceKeys.flatMap((key) => acting(all, key))
