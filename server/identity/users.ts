import type { UserType } from '../../contract/endpoint.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { hashPassword } from '../kernel/access/password.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import { forget } from './authenticate.ts'
import { mobileColumns } from './mobile.ts'
import { normalUserName } from './user-name.ts'
import { passwordWords, remember } from './passwords.ts'
import { endLostViews } from './lost-views.ts'
import { revokeSessions } from './sessions.ts'

export interface NewUser {
  userName: string
  name: string
  type: UserType
  roles: readonly string[]
  /** argon2id PHC string; absent: no log-in by password */
  passwordHash?: string
  accountId?: string
  companyId?: number
  officeCode?: string
}

/** Adds a user with roles. Throws when the name is taken, a role or office is unknown, or two roles exclude each other. */
export async function createUser(db: Db, call: Call, user: NewUser, now: Date): Promise<number> {
  const grantedBy = call.actor?.userId ?? null
  const office =
    user.officeCode === undefined ? null : await db.selectFrom('office').select('id').where('code', '=', user.officeCode).executeTakeFirst()
  if (office === undefined) throw refused(`没有代码为 ${user.officeCode} 的部门`)
  const { id } = await db
    .insertInto('sys_user')
    .values({
      user_name: normalUserName(user.userName),
      name: user.name,
      type: user.type,
      account_id: user.accountId ?? null,
      company_id: user.companyId ?? null,
      office_id: office?.id ?? null,
      password_hash: user.passwordHash ?? null,
      password_changed_at: user.passwordHash ? now : null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (user.passwordHash) await remember(db, id, user.passwordHash, now)
  await setRoles(db, id, user.roles, grantedBy)
  await audit(db, call, {
    action: 'user.create',
    objectType: 'user',
    objectId: id,
    detail: { userName: user.userName, type: user.type, roles: user.roles },
  })
  return id
}

/** Changes the roles of a user; the audit log records the old and new ones (L-01). Call `forget` after the commit. */
export async function giveRoles(db: Db, call: Call, userId: number, codes: readonly string[]): Promise<void> {
  const before = await codesHeld(db, userId)
  await setRoles(db, userId, codes, call.actor?.userId ?? null)
  await audit(db, call, {
    action: 'user.roles',
    objectType: 'user',
    objectId: userId,
    detail: { before, after: [...codes].sort() },
  })
}

/** The codes of the roles that somebody holds now, in order. */
export const codesHeld = async (db: Db, userId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('user_role as ur')
      .innerJoin('role as r', 'r.id', 'ur.role_id')
      .where('ur.user_id', '=', userId)
      .select('r.code')
      .orderBy('r.code')
      .execute()
  ).map(({ code }) => code)

/**
 * Sets the roles of a user; tokens issued before get 403 and receive the new rights by a refresh (S-03). The three administrator roles
 * exclude every other role (C-06); the database refuses what slips through here.
 */
export async function setRoles(db: Db, userId: number, codes: readonly string[], grantedBy: number | null): Promise<void> {
  const roles =
    codes.length === 0
      ? []
      : await db
          .selectFrom('role')
          .select(['id', 'code', 'name', 'exclusive_group'])
          .where('code', 'in', [...codes])
          .execute()
  const unknown = codes.filter((code) => !roles.some((role) => role.code === code))
  if (unknown.length > 0) throw refused(`没有角色：${unknown.join('、')}`)
  const exclusive = roles.find((role) => role.exclusive_group !== null)
  if (exclusive && roles.length > 1)
    throw refused(`${roles.map((role) => role.name).join('、')}不能由同一人担任：${exclusive.name}不兼任其他角色`, 'EXCLUSIVE_ROLES')
  // Roles that are already held keep their granter and time, which the review of rights uses (ADR 0713).
  const kept = [0, ...roles.map(({ id }) => id)]
  await db.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', 'not in', kept).execute()
  await db.deleteFrom('role_term').where('user_id', '=', userId).execute()
  if (roles.length > 0)
    await db
      .insertInto('user_role')
      .values(
        roles.map((role) => ({ user_id: userId, role_id: role.id, granted_by: grantedBy, makers: grantedBy === null ? [] : [grantedBy] })),
      )
      .onConflict((c) => c.columns(['user_id', 'role_id']).doNothing())
      .execute()
  await raiseRights(db, [userId])
}

/** Marks the rights of these users as changed: their tokens get 403 until refreshed. Call it after the change. */
export async function raiseRights(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await db
    .updateTable('sys_user')
    .set((eb) => ({ rights_version: eb('rights_version', '+', 1) }))
    .where('id', 'in', [...userIds])
    .execute()
  await endLostViews(db, userIds, '权限有变化')
}

/** Binds a user to a company, for the company domain and its seed. Call `forget` after the commit when the user may be logged in. */
export async function bindCompany(db: Db, userName: string, companyId: number): Promise<void> {
  const row = await db
    .updateTable('sys_user')
    .set({ company_id: companyId })
    .where('user_name', '=', normalUserName(userName))
    .returning('id')
    .executeTakeFirst()
  if (row) await raiseRights(db, [row.id])
}

const userNamed = async (db: Db, userName: string): Promise<number> => {
  const row = await db.selectFrom('sys_user').select('id').where('user_name', '=', normalUserName(userName)).executeTakeFirst()
  if (!row) throw notFound(`没有用户 ${userName}`)
  return row.id
}

/** Enables or disables an account; its sessions end at once. */
export async function setEnabled(k: Kernel, call: Call, userName: string, enabled: boolean): Promise<void> {
  const id = await k.db.transaction().execute(async (db) => {
    const userId = await userNamed(db, userName)
    await setAccountEnabled(k, db, call, userId, enabled)
    return userId
  })
  forget(k, { users: [id] })
}

/** The same in the caller's transaction. Call `forget` after the commit. */
export async function setAccountEnabled(k: Kernel, db: Db, call: Call, userId: number, enabled: boolean): Promise<void> {
  const before = await db.selectFrom('sys_user').select('enabled').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  await db.updateTable('sys_user').set({ enabled }).where('id', '=', userId).execute()
  if (!enabled) {
    await revokeSessions(db, userId, 'disabled', k.clock.now())
    await endLostViews(db, [userId], '被查看的账号已停用')
  }
  await audit(db, call, {
    action: enabled ? 'user.enable' : 'user.disable',
    objectType: 'user',
    objectId: userId,
    detail: { before: { state: stateWords(before.enabled) }, after: { state: stateWords(enabled) } },
  })
}
const stateWords = (enabled: boolean) => (enabled ? '启用' : '停用')

/** Sets a password without the old one; all sessions end. The caller has checked it with `weakness`. */
export async function resetPassword(k: Kernel, call: Call, userName: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  const id = await k.db.transaction().execute(async (db) => {
    const userId = await userNamed(db, userName)
    await putPassword(k, db, call, userId, { hash, given: false })
    return userId
  })
  forget(k, { users: [id] })
}

/** The same in the caller's transaction. `given`: must be changed at the next log-in. Call `forget` after the commit. */
export async function putPassword(
  k: Kernel,
  db: Db,
  call: Call,
  id: number,
  { hash, given }: { hash: string; given: boolean },
): Promise<void> {
  const now = k.clock.now()
  const before = await db
    .selectFrom('sys_user')
    .select(['password_hash', 'password_changed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const after = { password_hash: hash, password_changed_at: given ? null : now.toISOString() }
  await db.updateTable('sys_user').set(after).where('id', '=', id).execute()
  await remember(db, id, hash, now)
  await revokeSessions(db, id, 'password', now)
  await audit(db, call, {
    action: 'password.reset',
    objectType: 'user',
    objectId: id,
    detail: { before: { password: passwordWords(before) }, after: { password: passwordWords(after) } },
  })
}

/**
 * Removes the number of an account at the server's command line: an administrator who lost it can bind another one only with a code sent to the
 * lost one.
 */
export async function removeMobileByName(k: Kernel, call: Call, userName: string): Promise<void> {
  await k.db.transaction().execute(async (db) => {
    const id = await userNamed(db, userName)
    const before = await db.selectFrom('sys_user').select('mobile').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    await db
      .updateTable('sys_user')
      .set((e) => ({ ...mobileColumns(k, null), version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    const detail = { before: before.mobile ? maskPhone(openPii(k, before.mobile)) : '', after: '', atServer: true }
    await audit(db, call, { action: 'user.mobile', objectType: 'user', objectId: id, detail })
  })
}

/**
 * Empties a closed account: its number stays, so that records kept by law still refer to something, but no name (P-04, L-02). Call `forget`
 * after the commit.
 */
export async function endAccount(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('sys_user')
    .set((e) => ({
      user_name: `closed-${userId}`,
      name: `已注销用户 #${userId}`,
      mobile: null,
      mobile_index: null,
      account_id: null,
      password_hash: null,
      password_changed_at: null,
      company_id: null,
      display: null,
      enabled: false,
      rights_version: e('rights_version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
}
