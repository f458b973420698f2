import type { Kernel } from '../../kernel/kernel.ts'
import { actingRules, rightsOfRoles, together, type RoleRights } from '../admin/role-rights.ts'
import type { RightsAfter, SeenChange } from '../authenticate.ts'
import { rolesOn } from '../roles-by-day.ts'
import { asOf, dayOf } from './days.ts'
import { from, isOpen, type Row } from './rows.ts'
import { subjectOf, type Given, type Subject } from './subject.ts'

/**
 * The rights that a person would have if a requested change took effect, with everything else as it is now. Nothing is written, and nothing
 * is kept. Null when the change is not as it was when the view began.
 */
export async function rightsAfter(k: Kernel, { id, version, day }: SeenChange, userId: number): Promise<RightsAfter | null> {
  const row = await from(k.db).where('x.id', '=', id).where('x.version', '=', version).executeTakeFirst()
  if (!row || !isOpen(row)) return null
  const roles = await rolesAfter(k, row, userId, day)
  const { permissions, menuIds } = together(roles)
  return {
    title: day === null || day === dayOf(k, row) ? row.title : `${row.title}（${day} 那天）`,
    roles: roles.map(({ code }) => code).toSorted(),
    permissions,
    rules: actingRules(roles),
    menuIds: [...menuIds],
  }
}

async function rolesAfter(k: Kernel, row: Row, userId: number, seen: string | null): Promise<RoleRights[]> {
  const [subject, day] = [subjectOf(row), dayOf(k, row)]
  const after = asOf(day, row)
  const ids = 'userId' in subject && 'roleIds' in after ? rolesOn(seen ?? day, after) : await rolesNow(k, userId)
  const known = await rightsOfRoles(k.db, ids)
  return [...known.values()].map((role) => ('roleId' in subject && subject.roleId === role.id ? changed(role, subject, after) : role))
}

const rolesNow = async (k: Kernel, userId: number): Promise<number[]> =>
  (await k.db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()).map((row) => row.role_id)

/** A role as it would be after a change of it. */
export function changed(role: RoleRights, subject: Subject, after: Given): RoleRights {
  if ('permissions' in after) return { ...role, permissions: new Set(after.permissions), menuIds: new Set(after.menuIds) }
  if (!('resource' in subject) || !('rule' in after)) return role
  const others = role.rules.filter(({ resource }) => resource !== subject.resource)
  return { ...role, rules: after.rule ? [...others, { resource: subject.resource, ...after.rule }] : others }
}
