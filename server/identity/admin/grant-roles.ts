import type { Parsed } from '../../../contract/endpoint.ts'
import type { users } from '../../../contract/identity/users.ts'
import { audit } from '../../kernel/audit.ts'
import { conflict, invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { setRoles } from '../users.ts'
import { lockedUser } from './users.ts'

/** Nobody grants to themselves (C-06), and the three administrators are named at the command line. */
export async function grantRoles(k: Kernel, call: Call, { id, version, roleIds }: Parsed<typeof users.saveRoles>['body']): Promise<true> {
  if (id === call.actor?.userId) throw refused('不能给自己授予角色，请由另一位安全管理员办理', 'OWN_WORK')
  await k.db.transaction().execute(async (db) => {
    const user = await lockedUser(db, id)
    if (user.type !== 'YYF') throw refused('企业和个人的角色由其身份决定，不能另行授予')
    if (user.version !== version) throw conflict()
    const asked = await db
      .selectFrom('role')
      .selectAll()
      .where('id', 'in', [0, ...roleIds])
      .execute()
    if (asked.length !== new Set(roleIds).size) throw invalidField('roleIds', '所选角色不存在或已被删除')
    const wrong = asked.find((role) => role.code === 'enterprise' || role.code === 'individual')
    if (wrong) throw invalidField('roleIds', `${wrong.name}由身份决定，不能授予工作人员`)
    const held = await db
      .selectFrom('user_role as ur')
      .innerJoin('role as r', 'r.id', 'ur.role_id')
      .where('ur.user_id', '=', id)
      .select(['r.code', 'r.exclusive_group'])
      .execute()
    if (held.some((role) => role.exclusive_group !== null) || asked.some((role) => role.exclusive_group !== null))
      throw refused('系统、安全、审计管理员的任免须在服务器上办理，这里不能授予或变更', 'EXCLUSIVE_ROLES')
    await setRoles(
      db,
      id,
      asked.map((role) => role.code),
      call.actor!.userId,
    )
    await db
      .updateTable('sys_user')
      .set((e) => ({ version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await audit(db, call, {
      action: 'user.roles',
      objectType: 'user',
      objectId: id,
      detail: { before: held.map((r) => r.code).sort(), after: asked.map((r) => r.code).sort() },
    })
  })
  forget(k, { users: [id] })
  return true
}
