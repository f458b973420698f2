import { changeCodes } from '../../../contract/identity/rights-change.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { faultsOf, namedIn, type Named } from '../admin/rule-words.ts'
import { isUnchanged } from './days.ts'
import { givenRoles, grownRoles, type Approved } from './opens.ts'
import type { Row } from './rows.ts'
import { factsOf, nowOf, rolesAsked, type Facts } from './standing.ts'
import { subjectOf, type Given } from './subject.ts'

/** What changes are judged by: the present rights, and what their data rules can name. */
export interface Basis extends Facts {
  named: Named
  day: string
}

/** Read for all these changes together, without a lock. Call it outside a transaction. */
export const basisOf = async (k: Kernel, rows: readonly Row[]): Promise<Basis> => basisIn(k, k.db, rows, await namedOf(k, rows))

/** The same in the caller's transaction, with what `namedOf` read before it. */
export const basisIn = async (k: Kernel, db: Db, rows: readonly Row[], named: Named): Promise<Basis> => ({
  ...(await factsOf(db, rows)),
  named,
  day: today(k.clock),
})

/** What the requested data rules can name. Call it outside a transaction, because it asks domains. */
export const namedOf = (k: Kernel, rows: readonly Row[]): Promise<Named> => namedIn(k, rows.flatMap(ruleAsked))

const ruleAsked = (row: Row) => {
  const subject = subjectOf(row)
  return 'resource' in subject && 'rule' in row.after && row.after.rule ? [{ resource: subject.resource, ...row.after.rule }] : []
}

/** Why an open change cannot take effect any more; null while it can. The lists, the decision and the start all ask here. */
export function whyNot(row: Row, basis: Basis): string | null {
  const isLater = row.state === changeCodes.code.scheduled
  const since = isLater ? '同意之后' : '提出之后'
  const now = nowOf(basis, subjectOf(row))
  if (!now || !isUnchanged(now.given, row.before, basis.day)) return `${since}权限已有变化`
  // What only takes rights away does not depend on the account or its office.
  if (gives(row)) {
    if (now.enabled === false) return `${since}该账号已停用`
    const why = isLater ? whyNotLater(row, now.given, basis) : null
    if (why !== null) return why
  }
  return missing(row, basis) ?? (ruleAsked(row).some((rule) => faultsOf(basis.named, rule).length > 0) ? UNKNOWN_RULE : null)
}
const UNKNOWN_RULE = '所请的规则用到已不存在的部门或取值'

/** What may have changed between the approval and the start. */
function whyNotLater(row: Row, given: Given, { roles }: Basis): string | null {
  if (officeOf(row.before) !== undefined && officeOf(row.before) !== officeOf(given)) return '同意之后已调到别的部门'
  const grown = grownRoles(roles, row)
  if (grown.length === 0) return null
  return `${row.user_id === null ? '同意之后角色看得见的数据有变化' : '同意之后所授角色的权限有增加'}：${grown.join('、')}`
}
const officeOf = (given: Given) => ('roleIds' in given ? given.officeId : undefined)

/** Roles and menus that a change would give but that were deleted since. */
function missing({ after }: Row, { roles, menus }: Basis): string | null {
  if (rolesAsked(after).some((id) => !roles.has(id))) return '所请的角色已被删除'
  return 'menuIds' in after && after.menuIds.some((id) => !menus.has(id)) ? '所请的菜单已被删除' : null
}

/** Whether somebody would have more than before. A changed data rule counts as more, because it may open other rows. */
export function gives({ before, after }: Approved): boolean {
  if ('rule' in after) return after.rule !== null
  if ('permissions' in after)
    return (
      !('permissions' in before)
      || after.permissions.some((code) => !before.permissions.includes(code))
      || after.menuIds.some((id) => !before.menuIds.includes(id))
    )
  return !('roleIds' in before) || givenRoles({ before, after }).length > 0
}

/** Whether a person may give rights now. */
export const isOfficer = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('sys_user as u')
    .innerJoin('user_role as ur', 'ur.user_id', 'u.id')
    .innerJoin('role_permission as p', 'p.role_id', 'ur.role_id')
    .where('u.id', '=', userId)
    .where('u.enabled', '=', true)
    .where('p.permission', '=', 'role:manage')
    .select('u.id')
    .executeTakeFirst()) !== undefined
