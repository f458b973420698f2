import { changeCodes } from '../../../contract/identity/rights-change.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isUnchanged } from './days.ts'
import { givenRoles, grownRoles, type Approved } from './opens.ts'
import type { Row } from './rows.ts'
import { refuseUnknownRule, standing, subjectOf, type Given, type Stands } from './subject.ts'

/** Why a change that was approved for later does not fit any more; null while it does. */
export async function misfit(db: Db, stands: Stands, row: Row, day: string): Promise<string | null> {
  if (!isUnchanged(stands.given, row.before, day)) return '同意之后权限已有变化'
  // What only takes rights away does not depend on the account or its office.
  if (!gives(row)) return null
  if (stands.enabled === false) return '同意之后该账号已停用'
  if (officeOf(row.before) !== undefined && officeOf(row.before) !== officeOf(stands.given)) return '同意之后已调到别的部门'
  const grown = await grownRoles(db, row)
  if (grown.length === 0) return null
  return `${row.user_id === null ? '同意之后角色看得见的数据有变化' : '同意之后所授角色的权限有增加'}：${grown.join('、')}`
}
const officeOf = (given: Given) => ('roleIds' in given ? given.officeId : undefined)

/** Why a change that waits for a decision cannot take effect any more; null while it can. */
export async function outdated(db: Db, stands: Stands, row: Row, day: string): Promise<string | null> {
  if (!isUnchanged(stands.given, row.before, day)) return '提出之后权限已有变化'
  if (stands.enabled === false && gives(row)) return '提出之后该账号已停用'
  return missing(db, row)
}

/** Roles and menus that a change would give but that were deleted since. */
async function missing(db: Db, { after }: Row): Promise<string | null> {
  const isMissing = async (table: 'role' | 'menu', ids: readonly number[]) => {
    const asked = [...new Set(ids)]
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [0, ...asked])
      .execute()
    return found.length < asked.length
  }
  if ('roleIds' in after)
    return (await isMissing('role', [...after.roleIds, ...after.terms.map(({ roleId }) => roleId)])) ? '所请的角色已被删除' : null
  return 'menuIds' in after && (await isMissing('menu', after.menuIds)) ? '所请的菜单已被删除' : null
}

/** Why an open change cannot take effect any more; null while it can. Locks what it would change. */
export async function whyStale(k: Kernel, db: Db, row: Row): Promise<string | null> {
  const stands = await standing(db, subjectOf(row))
  const isLater = row.state === changeCodes.code.scheduled
  return isLater ? ((await misfit(db, stands, row, today(k.clock))) ?? missing(db, row)) : outdated(db, stands, row, today(k.clock))
}

/** Whether the requested data rule names what its resource does not offer any more. Call it outside a transaction. */
export async function unknownRule(k: Kernel, row: Row): Promise<string | null> {
  try {
    await refuseUnknownRule(k, subjectOf(row), row.after)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return '所请的规则用到已不存在的部门或取值'
  }
}

/** Both; call it outside a transaction. */
export const whyNot = async (k: Kernel, row: Row): Promise<string | null> =>
  (await unknownRule(k, row)) ?? k.db.transaction().execute((db) => whyStale(k, db, row))

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
