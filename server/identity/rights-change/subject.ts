import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { RightsOf } from '../../../contract/identity/rights-change.ts'
import { isPermissionCode, type PermissionCode } from '../../../contract/permissions.ts'
import { rowResource, type RowLine, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import { quoted } from '../../../contract/quoted.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { applyRule, dropRule, officesOf } from '../admin/data-rules.ts'
import { applyRoles } from '../admin/grant-roles.ts'
import { lockedUser } from '../admin/locked-user.ts'
import { refuseUnknown } from '../admin/rule-words.ts'
import { applyRole, changeable, holdersOf } from '../admin/roles.ts'

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

export interface Stands {
  title: string
  given: Given
  version: number
  /** of a person */
  enabled?: boolean
  /** of an existing data rule */
  ruleId?: number
}
/** The present state, locked until the transaction ends, with its name for users. */
export async function standing(db: Db, subject: Subject): Promise<Stands> {
  if ('resource' in subject) return standingRule(db, subject)
  if ('userId' in subject) {
    const user = await lockedUser(db, subject.userId)
    const held = await db.selectFrom('user_role').select('role_id').where('user_id', '=', user.id).execute()
    const terms = await db
      .selectFrom('role_term')
      .select(['role_id', 'starts_on', 'ends_on'])
      .where('user_id', '=', user.id)
      .orderBy('role_id')
      .execute()
    const limited = new Set(terms.map(({ role_id }) => role_id))
    const given = {
      roleIds: inOrder(held.map(({ role_id }) => role_id).filter((id) => !limited.has(id))),
      terms: terms.map((row) => ({ roleId: row.role_id, from: row.starts_on, to: row.ends_on })),
      officeId: user.office_id,
    }
    return { title: `${user.name}（${user.user_name}）的角色`, given, version: user.version, enabled: user.enabled }
  }
  const role = await changeable(db, subject.roleId)
  const { version } = await db.selectFrom('role').select('version').where('id', '=', role.id).executeTakeFirstOrThrow()
  const codes = await db.selectFrom('role_permission').select('permission').where('role_id', '=', role.id).execute()
  const menus = await db.selectFrom('role_menu').select('menu_id').where('role_id', '=', role.id).execute()
  const given = {
    permissions: inOrder(codes.map(({ permission }) => permission).filter(isPermissionCode)),
    menuIds: inOrder(menus.map(({ menu_id }) => menu_id)),
  }
  return { title: `角色${quoted(role.name)}的权限与菜单`, given, version }
}

async function standingRule(db: Db, { roleId, resource }: { roleId: number; resource: RowResourceKey }): Promise<Stands> {
  const role = await changeable(db, roleId)
  const row = await db.selectFrom('row_rule').selectAll().where('role_id', '=', roleId).where('resource', '=', resource).executeTakeFirst()
  const title = `角色${quoted(role.name)}的数据规则：${rowResource(resource).title}`
  if (!row) return { title, given: { rule: null }, version: 0 }
  const rule = { scope: row.scope, officeIds: row.office_ids.toSorted((a, b) => a - b), lines: row.lines }
  return { title, given: { rule }, version: row.version, ruleId: row.id }
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
  { version, ruleId }: Pick<Stands, 'version' | 'ruleId'>,
): Promise<number[]> {
  if ('resource' in subject && 'rule' in given) {
    if (given.rule) return (await applyRule(db, call, { id: ruleId, version, ...subject, ...bodyOf(given.rule) })).holders
    return ruleId === undefined ? [] : dropRule(db, call, ruleId)
  }
  if ('userId' in subject && 'roleIds' in given) {
    await applyRoles(k, db, call, { id: subject.userId, version, roleIds: given.roleIds, terms: given.terms })
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
