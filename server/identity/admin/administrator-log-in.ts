import { isClosedAccount } from '../../../contract/identity/user-name.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { normalUserName } from '../user-name.ts'
import { lockedUser } from './locked-user.ts'
import { changedParts } from './log-in-changed.ts'

export const LOG_IN_FIXED = '系统、安全、审计管理员的登录方式不能在这里变更'
export const NUMBER_FIXED = '系统、安全、审计管理员的手机号由本人在“账号设置”中绑定'

/** Those of the accounts that hold one of the three administrator roles. */
export async function administratorsAmong(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('user_role')
    .select('user_id')
    .where('user_id', 'in', [0, ...userIds])
    .where('exclusive_group', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

const isAdministrator = async (db: Db, userId: number) => (await administratorsAmong(db, [userId])).has(userId)

/**
 * Only security officers set the password of a security officer: the three roles stay separate only while nobody can get another's log-in
 * (C-06).
 */
export async function refusePasswordOf(db: Db, userId: number): Promise<void> {
  if (await isAdministrator(db, userId)) throw refused(`${LOG_IN_FIXED}，密码须在服务器上重设`, 'EXCLUSIVE_ROLES')
}

/**
 * A system administrator who could disable the auditor would act unobserved, and without security officers nobody could revoke a right
 * (C-06).
 */
export async function refuseDisabling(db: Db, userId: number): Promise<void> {
  if (await isAdministrator(db, userId)) throw refused('系统、安全、审计管理员的账号不能在这里停用，须在服务器上停用', 'EXCLUSIVE_ROLES')
}

/** An administrator account is enabled again only where it was disabled; an account that its owner closed is empty and stays so (P-04). */
export async function refuseEnabling(db: Db, userId: number): Promise<void> {
  const { user_name: userName, type } = await lockedUser(db, userId)
  if (isClosedAccount({ id: userId, userName, type })) throw refused('该账号已由本人注销，不能再启用', 'STATE')
  if (await isAdministrator(db, userId)) throw refused('系统、安全、审计管理员的账号不能在这里启用，须在服务器上启用', 'EXCLUSIVE_ROLES')
}

/** Deleting an auditor before the first log-in would have the same effect as disabling. */
export async function refuseDeleting(db: Db, userId: number): Promise<void> {
  if (await isAdministrator(db, userId))
    throw refused('系统、安全、审计管理员的账号不能删除，不再使用的须在服务器上停用', 'EXCLUSIVE_ROLES')
}

interface LogIn {
  id: number
  user_name: string
  account_id: string | null
  mobile: string | null
}

/**
 * A renamed auditor cannot log in, which is the same as disabling the account. The linked account of the unified log-in or the office platform
 * gives access without a password, and codes are sent to the number; its owner binds it on the own account's page, with a code.
 */
export async function refuseLogInOf(
  k: Kernel,
  db: Db,
  user: LogIn,
  input: { userName: string; accountId?: string | undefined; mobile?: string | undefined },
): Promise<void> {
  const parts = changedParts(k, user, input)
  const field =
    normalUserName(input.userName) !== user.user_name
      ? 'userName'
      : parts.includes('统一账号')
        ? 'accountId'
        : parts.includes('手机号')
          ? 'mobile'
          : null
  if (field && (await isAdministrator(db, user.id))) throw invalidField(field, field === 'mobile' ? NUMBER_FIXED : LOG_IN_FIXED)
}
