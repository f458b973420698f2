import { rowResource, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** This member of staff with the given rights, to ask a domain what they see or would see. */
export const asIf = (
  person: { id: number; name: string; office_id: number | null },
  permissions: ReadonlySet<string>,
  rules: readonly RowRule[],
): Actor => ({
  userId: person.id,
  sessionId: '',
  type: 'YYF',
  name: person.name,
  companyId: null,
  officeId: person.office_id,
  roles: [],
  permissions,
  rules,
})

/** The rights that a person has on a resource, role by role. */
export async function heldOf(k: Kernel, userId: number, resource: RowResourceKey) {
  const held = await k.db
    .selectFrom('user_role as ur')
    .innerJoin('role_permission as p', 'p.role_id', 'ur.role_id')
    .select(['p.role_id', 'p.permission'])
    .where('ur.user_id', '=', userId)
    .execute()
  const needs: readonly string[] = rowResource(resource).needs
  const roleMay = new Set(held.filter(({ permission }) => needs.includes(permission)).map((row) => row.role_id))
  const rows = await k.db
    .selectFrom('row_rule')
    .selectAll()
    .where('resource', '=', resource)
    .where('role_id', 'in', [0, ...roleMay])
    .execute()
  return {
    permissions: new Set(held.map(({ permission }) => permission)),
    roleMay,
    rules: rows.map((row) => ({ roleId: row.role_id, rule: { resource, scope: row.scope, officeIds: row.office_ids, lines: row.lines } })),
  }
}
