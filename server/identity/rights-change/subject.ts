import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { RightsOf } from '../../../contract/identity/rights-change.ts'
import type { PermissionCode } from '../../../contract/permissions.ts'
import type { RowLine, RowResourceKey, RowRule } from '../../../contract/row-rules.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { applyRule, dropRule, officesOf } from '../admin/data-rules.ts'
import { applyRoles } from '../admin/grant-roles.ts'
import { refuseUnknown } from '../admin/rule-words.ts'
import { applyRole, holdersOf } from '../admin/roles.ts'

export type Asked = z.output<typeof RightsOf>
/** The rights, with ids in order, so that equal rights have equal texts. `officeId`: where the person was; what the roles open depends on it. */
export type Given =
  | { roleIds: number[]; terms: { roleId: number; from: string; to: string }[]; officeId?: number | null }
  | { permissions: PermissionCode[]; menuIds: number[] }
  | { rule: Rule | null }
type Rule = Omit<RowRule, 'resource'>
export type Subject = { userId: number } | { roleId: number; resource: RowResourceKey } | { roleId: number }

export const subjectOf = (row: { user_id: number | null; role_id: number | null; resource: string | null }): Subject => {
  if (row.user_id !== null) return { userId: row.user_id }
  return row.resource === null ? { roleId: row.role_id! } : { roleId: row.role_id!, resource: row.resource as RowResourceKey }
}
export const subjectAsked = (asked: Asked): Subject => {
  if ('userId' in asked) return { userId: asked.userId }
  return 'resource' in asked ? { roleId: asked.roleId, resource: asked.resource } : { roleId: asked.roleId }
}
const inOrder = <T>(list: readonly T[]): T[] => [...new Set(list)].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))

/** The request in the one form that is stored and compared. A term without a first day begins today. */
export function givenBy(asked: Asked, day: string): Given {
  if ('resource' in asked) return { rule: asked.rule && { ...asked.rule, officeIds: officesOf(asked.rule).toSorted((a, b) => a - b) } }
  if ('roleId' in asked) return { permissions: inOrder(asked.permissions), menuIds: inOrder(asked.menuIds) }
  const terms = asked.terms.map(({ roleId, from, to }) => ({ roleId, from: from ?? day, to }))
  return { roleIds: inOrder(asked.roleIds), terms: terms.toSorted((a, b) => a.roleId - b.roleId) }
}

/** Refuses, at its field, a value that the resource does not offer (any more). Call it outside a transaction, because it asks domains. */
export async function refuseUnknownRule(k: Kernel, subject: Subject, given: Given): Promise<void> {
  if ('resource' in subject && 'rule' in given && given.rule) await refuseUnknown(k, { resource: subject.resource, ...given.rule })
}

/** Applies the change in the caller's transaction, with the same use cases as a direct change; returns the affected users. */
export async function apply(
  k: Kernel,
  db: Db,
  call: Call,
  subject: Subject,
  given: Given,
  { version, ruleId }: { version: number; ruleId?: number },
  proposedBy: number | null,
): Promise<number[]> {
  if ('resource' in subject && 'rule' in given) {
    if (given.rule) return (await applyRule(db, call, { id: ruleId, version, ...subject, ...bodyOf(given.rule) })).holders
    return ruleId === undefined ? [] : dropRule(db, call, ruleId)
  }
  if ('userId' in subject && 'roleIds' in given) {
    await applyRoles(k, db, call, { id: subject.userId, version, roleIds: given.roleIds, terms: given.terms }, proposedBy)
    return [subject.userId]
  }
  if (!('roleId' in subject) || !('permissions' in given)) throw notFound()
  const role = await db
    .selectFrom('role')
    .select(['code', 'name', 'description'])
    .where('id', '=', subject.roleId)
    .executeTakeFirstOrThrow()
  await applyRole(db, call, { id: subject.roleId, version, ...role, ...given })
  return holdersOf(db, subject.roleId)
}

/** A copy, because the use cases need mutable lists. */
export const linesOf = (lines: readonly RowLine[]) =>
  lines.map((line) => (line.op === 'between' ? { ...line } : { ...line, values: [...line.values] }))
const bodyOf = ({ scope, officeIds, lines }: Rule) => ({ scope, officeIds: [...officeIds], lines: linesOf(lines) })

export const same = (a: Given, b: Given): boolean => textOf(a) === textOf(b)
// The database returns object keys in another order.
const textOf = (given: Given): string =>
  JSON.stringify(
    'roleIds' in given
      ? [given.roleIds, given.terms.map(({ roleId, from, to }) => [roleId, from, to])]
      : 'rule' in given
        ? given.rule && [given.rule.scope, given.rule.officeIds, given.rule.lines.map(lineText)]
        : [given.permissions, given.menuIds],
  )
const lineText = (line: RowLine) => (line.op === 'between' ? [line.field, line.op, line.from, line.to] : [line.field, line.op, line.values])
export const hashOf = (subject: Subject, before: Given, after: Given, startsAt: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, textOf(before), textOf(after), ...(startsAt === null ? [] : [startsAt])]))
    .digest('base64url')
