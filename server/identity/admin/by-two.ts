import type { Parsed } from '../../../contract/endpoint.ts'
import type { dataRules } from '../../../contract/identity/data-rules.ts'
import type { roles } from '../../../contract/identity/roles.ts'
import type { users } from '../../../contract/identity/users.ts'
import type { Db } from '../../kernel/db/index.ts'
import { refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** With RIGHTS_REVIEW, one security officer alone gives nobody more rights; taking some away stays direct (ADR 0976). */
const refuseAlone = () => refused('本平台增加权限须由另一名安全管理员复核，请点“提交另一人复核”', 'TWO_OFFICERS')

export async function rolesByTwo(k: Kernel, db: Db, { id, roleIds, terms }: Parsed<typeof users.saveRoles>['body']): Promise<void> {
  if (!k.config.RIGHTS_REVIEW) return
  await db.selectFrom('sys_user').select('id').where('id', '=', id).forUpdate().execute()
  const until = await db.selectFrom('role_term').select(['role_id', 'starts_on', 'ends_on']).where('user_id', '=', id).execute()
  const held = await db.selectFrom('user_role').select('role_id').where('user_id', '=', id).execute()
  const lasting = held.filter(({ role_id }) => !until.some((term) => term.role_id === role_id))
  const isHeld = (roleId: number) => lasting.some(({ role_id }) => role_id === roleId)
  const isShorter = ({ roleId, from, to }: (typeof terms)[number]) =>
    isHeld(roleId) || until.some((term) => term.role_id === roleId && (from ?? term.starts_on) >= term.starts_on && to <= term.ends_on)
  if (!roleIds.every(isHeld) || !terms.every(isShorter)) throw refuseAlone()
}

/** A role that nobody holds, now or later, may be prepared by one officer. */
async function isHeldByAny(db: Db, roleId: number): Promise<boolean> {
  const of = (table: 'user_role' | 'role_term') =>
    db.selectFrom(table).select('user_id').where('role_id', '=', roleId).limit(1).executeTakeFirst()
  await db.selectFrom('role').select('id').where('id', '=', roleId).forUpdate().execute()
  return ((await of('user_role')) ?? (await of('role_term'))) !== undefined
}

export async function roleByTwo(k: Kernel, db: Db, { id, permissions, menuIds }: Parsed<typeof roles.save>['body']): Promise<void> {
  if (!k.config.RIGHTS_REVIEW || id === undefined || !(await isHeldByAny(db, id))) return
  const codes = await db.selectFrom('role_permission').select('permission').where('role_id', '=', id).execute()
  const menus = await db.selectFrom('role_menu').select('menu_id').where('role_id', '=', id).execute()
  const grows =
    permissions.some((code) => !codes.some(({ permission }) => permission === code))
    || menuIds.some((menu) => !menus.some(({ menu_id }) => menu_id === menu))
  if (grows) throw refuseAlone()
}

/** A changed rule may open rows; a role without rule sees none, so that removing one stays direct. */
export async function ruleByTwo(k: Kernel, db: Db, { roleId }: Parsed<typeof dataRules.save>['body']): Promise<void> {
  if (k.config.RIGHTS_REVIEW && (await isHeldByAny(db, roleId))) throw refuseAlone()
}
