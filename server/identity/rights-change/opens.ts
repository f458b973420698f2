import { createHash } from 'node:crypto'
import type { RoleOpens } from '../../../db/tables/identity.ts'
import { actingRules, type RoleRights } from '../admin/role-rights.ts'
import { changed } from './rights-after.ts'
import type { Row } from './rows.ts'
import { same, subjectOf, type Given } from './subject.ts'

export interface Approved {
  before: Given
  after: Given
}
type Roles = ReadonlyMap<number, RoleRights>
type OfChange = Pick<Row, 'before' | 'after' | 'user_id' | 'role_id' | 'resource'>

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

const inFull = (role: RoleRights): RoleOpens => ({
  roleId: role.id,
  permissions: [...role.permissions].toSorted(),
  menuIds: [...role.menuIds].toSorted((a, b) => a - b),
  rules: actingRules([role]),
})

/**
 * What a change would open beyond its own words, now: the given roles of a person in full; of a changed role the data rules that act with
 * its permissions; of a changed data rule whether it acts.
 */
export function opensOf(roles: Roles, row: OfChange): RoleOpens[] {
  const subject = subjectOf(row)
  const ids = 'roleId' in subject ? [subject.roleId] : [...new Set(givenRoles(row))].toSorted((a, b) => a - b)
  const known = ids.flatMap((id) => roles.get(id) ?? [])
  if (!('roleId' in subject)) return known.map(inFull)
  return known.map((role) => {
    const rules = actingRules([changed(role, subject, row.after)])
    const own = 'resource' in subject ? rules.filter(({ resource }) => resource === subject.resource) : rules
    return { roleId: role.id, permissions: [], menuIds: [], rules: own }
  })
}

/** Names of the roles that open more now than at the approval of a change (ADR 0891, 0908). Another rule counts as more. */
export function grownRoles(roles: Roles, row: OfChange & { opens: RoleOpens[] | null }): string[] {
  const { opens } = row
  if (opens === null) return []
  const grown = opensOf(roles, row).filter((role) => {
    const then = opens.find(({ roleId }) => roleId === role.roleId)
    // Changes of roles that were approved before ADR 0908 did not keep what they open.
    return then === undefined ? row.user_id !== null : opensMore(role, then)
  })
  return grown.map(({ roleId }) => roles.get(roleId)!.name)
}

const opensMore = (role: RoleOpens, then: RoleOpens): boolean =>
  role.permissions.some((code) => !then.permissions.includes(code))
  || role.menuIds.some((id) => !then.menuIds.includes(id))
  || role.rules.some((rule) => !then.rules.some((old) => old.resource === rule.resource && same({ rule: old }, { rule })))

/** Hash of a request together with what it would open now: the decision names it, so that only what was read takes effect (ADR 0908). */
export function seenHash(roles: Roles, row: OfChange & Pick<Row, 'hash'>): string {
  const opens = opensOf(roles, row).map(({ roleId, permissions, menuIds, rules }) => [
    roleId,
    permissions,
    menuIds,
    rules.map(({ resource, scope, officeIds, lines }) => [resource, scope, officeIds.toSorted((a, b) => a - b), lines]),
  ])
  return createHash('sha256')
    .update(JSON.stringify([row.hash, opens]))
    .digest('base64url')
}
