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

/** The rights of each of these roles. */
export async function rightsOfRoles(db: Db, roleIds: readonly number[]): Promise<Map<number, RoleRights>> {
  const ids = [0, ...new Set(roleIds)]
  const roles = await db.selectFrom('role').select(['id', 'code', 'name']).where('id', 'in', ids).orderBy('id').execute()
  const codes = await db.selectFrom('role_permission').selectAll().where('role_id', 'in', ids).execute()
  const menus = await db.selectFrom('role_menu').selectAll().where('role_id', 'in', ids).execute()
  const rules = await db.selectFrom('row_rule').selectAll().where('role_id', 'in', ids).where('resource', 'in', rowResourceKeys).execute()
  return new Map(
    roles.map((role) => [
      role.id,
      {
        ...role,
        permissions: new Set(
          codes.filter((row) => row.role_id === role.id).flatMap(({ permission }) => (isPermissionCode(permission) ? [permission] : [])),
        ),
        menuIds: new Set(menus.filter((row) => row.role_id === role.id).map(({ menu_id }) => menu_id)),
        rules: rules
          .filter((row) => row.role_id === role.id)
          .map((row) => ({ resource: row.resource as RowResourceKey, scope: row.scope, officeIds: row.office_ids, lines: row.lines })),
      },
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
