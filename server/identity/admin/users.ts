import type { Parsed, UserType } from '../../../contract/endpoint.ts'
import type { users } from '../../../contract/identity/users.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { endOfStaff } from '../../kernel/offers/hand-overs.ts'
import { hashPassword } from '../../kernel/access/password.ts'
import { forget } from '../authenticate.ts'
import { normalUserName } from '../user-name.ts'
import { mobileColumns, mobileTaken } from '../mobile.ts'
import { remember } from '../passwords.ts'
import { putPassword, setAccountEnabled } from '../users.ts'
import { refuseDeleting, refuseDisabling, refuseEnabling, refuseLogInOf, refusePasswordOf } from './administrator-log-in.ts'
import { newPassword } from './first-password.ts'
import { giveAway, lockedWithTakers, refuseWaiting } from './hand-over.ts'
import { lockedUser } from './locked-user.ts'
import { logInChanged } from './log-in-changed.ts'
import { loggedAccount, noteEdit } from './logged-account.ts'
import { refuseOfUnified } from './unified-account.ts'

/** Creates a staff account without roles, or changes one. The first password is returned once and must be changed at the first log-in. */
export async function saveUser(
  k: Kernel,
  call: Call,
  { id, version, takers, ...input }: Parsed<typeof users.save>['body'],
): Promise<{ id: number; password: string | null }> {
  const password = id === undefined ? newPassword() : null
  const hash = password === null ? null : await hashPassword(password)
  const saved = await k.db.transaction().execute(async (db) => {
    const before = id === undefined ? null : await lockedWithTakers(db, id, takers)
    if (before) refuseOfUnified(before, input)
    await refuseTaken(k, db, before, input)
    const columns = {
      user_name: normalUserName(input.userName),
      name: input.name,
      office_id: input.officeId ?? null,
      ...(input.mobile === undefined ? {} : mobileColumns(k, input.mobile || null)),
      ...(input.accountId === undefined ? {} : { account_id: input.accountId || null }),
    }
    if (!before) {
      const added = await db
        .insertInto('sys_user')
        .values({ ...columns, type: 'YYF', password_hash: hash, created_at: k.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await remember(db, added.id, hash!, k.clock.now())
      const after = loggedAccount(k, { mobile: null, account_id: null, ...columns })
      await audit(db, call, { action: 'user.create', objectType: 'user', objectId: added.id, detail: { after, type: 'YYF' } })
      return added.id
    }
    await refuseLogInOf(k, db, before, input)
    if (before.office_id !== columns.office_id) {
      if (takers === undefined) await refuseWaiting(k, db, before.id, { moves: true })
      else await giveAway(k, db, call, before, takers, false)
    }
    const done = await db
      .updateTable('sys_user')
      .set((e) => ({ ...columns, version: e('version', '+', 1) }))
      .where('id', '=', before.id)
      .where('version', '=', version ?? 0)
      .returning('id')
      .executeTakeFirst()
    if (!done) throw conflict()
    await noteEdit(k, db, call, { before, columns, input })
    return before.id
  })
  forget(k, { users: [saved] })
  return { id: saved, password }
}

async function refuseTaken(
  k: Kernel,
  db: Db,
  before: { id: number; type: UserType; office_id: number | null } | null,
  input: Parsed<typeof users.save>['body'],
): Promise<void> {
  const except = before?.id ?? 0
  const taken = (column: 'user_name' | 'account_id', value: string) =>
    db.selectFrom('sys_user').select('id').where(column, '=', value).where('id', '!=', except).executeTakeFirst()
  if (await taken('user_name', normalUserName(input.userName))) throw invalidField('userName', '该用户名已被使用')
  if (input.accountId && (await taken('account_id', input.accountId))) throw invalidField('accountId', '该账号已属于其他用户')
  if (input.mobile && (await mobileTaken(k, db, { type: before?.type ?? 'YYF', phone: input.mobile, except })))
    throw invalidField('mobile', '该手机号已属于其他用户')
  // People of an office that was disabled since keep it until they get another one.
  if (!input.officeId || input.officeId === before?.office_id) return
  const office = await db.selectFrom('office').select('enabled').where('id', '=', input.officeId).executeTakeFirst()
  if (!office) throw invalidField('officeId', '该部门不存在')
  if (!office.enabled) throw invalidField('officeId', '该部门已停用')
}

/** An account that has logged in appears in records, so it can only be disabled. */
export const removeUser = (k: Kernel, call: Call, id: number) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const user = await lockedUser(db, id)
    await refuseDeleting(db, id)
    await refuseWaiting(k, db, id)
    if (user.last_login_at !== null) throw refused('该用户登录过，其办理记录要保留，不能删除，可以停用', 'IN_USE')
    await db.deleteFrom('sys_user').where('id', '=', id).execute()
    await audit(db, call, { action: 'user.delete', objectType: 'user', objectId: id, detail: { before: loggedAccount(k, user) } })
    return true
  })

export async function switchUser(k: Kernel, call: Call, { id, enableFlag }: Parsed<typeof users.setEnabled>['body']): Promise<true> {
  if (id === call.actor?.userId) throw refused('不能停用自己的账号')
  await k.db.transaction().execute(async (db) => {
    await lockedUser(db, id)
    if (enableFlag === 1) await refuseEnabling(db, id)
    else {
      await refuseDisabling(db, id)
      await refuseWaiting(k, db, id)
      await endOfStaff(k, db, id)
    }
    await setAccountEnabled(k, db, call, id, enableFlag === 1)
  })
  forget(k, { users: [id] })
  return true
}

/** Sets a new password, which is returned once; all sessions of the account end, and the password must be changed at the next log-in. */
export async function resetUserPassword(k: Kernel, call: Call, id: number): Promise<{ password: string }> {
  const password = newPassword()
  const hash = await hashPassword(password)
  await k.db.transaction().execute(async (db) => {
    const user = await lockedUser(db, id)
    if (user.type !== 'YYF') throw refused('企业和个人通过统一登录进入，没有本平台的密码')
    await refusePasswordOf(db, id)
    await logInChanged(k, db, call, user, ['密码'])
    await putPassword(k, db, call, id, { hash, given: true })
  })
  forget(k, { users: [id] })
  return { password }
}
