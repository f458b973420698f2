import type { RoleOpens } from '../../../db/tables/identity.ts'
import type { Db } from '../../kernel/db/index.ts'
import { actingRules, rightsOfRoles, type RoleRights } from '../admin/role-rights.ts'
import { same, type Given } from './subject.ts'

export interface Approved {
  before: Given
  after: Given
}

/** The roles that a person would get, or keep for longer. */
export function givenRoles({ before, after }: Approved): number[] {
  if (!('roleIds' in after) || !('roleIds' in before)) return []
  const { roleIds, terms } = before
  return [
    ...after.roleIds.filter((id) => !roleIds.includes(id)),
    ...after.terms
      .filter(
        ({ roleId, from, to }) =>
          !roleIds.includes(roleId) && !terms.some((own) => own.roleId === roleId && own.from <= from && own.to >= to),
      )
      .map(({ roleId }) => roleId),
  ]
}

/** What the roles that a change gives open now. */
export const opensOf = async (db: Db, approved: Approved): Promise<RoleOpens[]> =>
  [...(await rightsOfRoles(db, givenRoles(approved))).values()].map((role) => ({
    roleId: role.id,
    permissions: [...role.permissions],
    menuIds: [...role.menuIds],
    rules: actingRules([role]),
  }))

/** Names of the roles that a change gives and that open more now than at its approval (ADR 0891). Another rule counts as more. */
export async function grownRoles(db: Db, { opens, ...approved }: Approved & { opens: RoleOpens[] | null }): Promise<string[]> {
  const now = await rightsOfRoles(db, opens === null ? [] : givenRoles(approved))
  return [...now.values()]
    .filter((role) =>
      opensMore(
        role,
        opens?.find(({ roleId }) => roleId === role.id),
      ),
    )
    .map(({ name }) => name)
}

const opensMore = (role: RoleRights, then: RoleOpens | undefined): boolean =>
  then === undefined
  || [...role.permissions].some((code) => !then.permissions.includes(code))
  || [...role.menuIds].some((id) => !then.menuIds.includes(id))
  || actingRules([role]).some((rule) => !then.rules.some((old) => old.resource === rule.resource && same({ rule: old }, { rule })))
