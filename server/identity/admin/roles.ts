import { sql } from 'kysely'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { roles, RoleRow } from '../../../contract/identity/roles.ts'
import { gatheredNames } from '../../../contract/domains.ts'
import { isPermissionCode, isReserved, permissions } from '../../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { conflict, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { forget } from '../authenticate.ts'
import { raiseRights } from '../users.ts'
import { roleByTwo } from './by-two.ts'
import { keepRights, keptRole } from './kept-rights.ts'
import { refuseInChange } from './role-in-changes.ts'

const gone = () => notFound('该角色不存在或已被删除')
/** Companies and individuals have these roles by their user type. */
const BY_NATURE: readonly string[] = ['enterprise', 'individual']
const isFixed = (role: { code: string; exclusive_group: string | null }) => role.exclusive_group !== null || BY_NATURE.includes(role.code)

const count = (table: string) => sql<number>`(select count(*)::int from ${sql.table(table)} x where x.role_id = r.id)`
const rowsFrom = (db: Db) =>
  db
    .selectFrom('role as r')
    .select(['r.id', 'r.code', 'r.name', 'r.description', 'r.exclusive_group', 'r.version'])
    .select([count('user_role').as('user_num'), count('role_permission').as('permission_num'), count('role_menu').as('menu_num')])
const asRow = (row: Awaited<ReturnType<ReturnType<typeof rowsFrom>['execute']>>[number]): RoleRow => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  userNum: row.user_num,
  permissionNum: row.permission_num,
  menuNum: row.menu_num,
  fixed: isFixed(row),
  version: row.version,
})

export async function listRoles(k: Kernel, { name, page, pageSize }: Parsed<typeof roles.list>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('role as r')
      .$if(Boolean(name), (q) => q.where((e) => e.or([e('r.name', 'ilike', likeText(name!)), e('r.code', 'ilike', likeText(name!))]))),
    { page, pageSize },
    (q) => q.orderBy('r.id', 'desc'),
    (q) => q.select('r.id'),
  )
  if (rows.length === 0) return { total, list: [] }
  const found = await rowsFrom(k.db)
    .where(
      'r.id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('r.id', 'desc')
    .execute()
  return { total, list: found.map(asRow) }
}

export async function roleById(k: Kernel, id: number) {
  const row = await rowsFrom(k.db).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  const { permissions: held, menuIds } = await rightsOf(k.db, id)
  return { ...asRow(row), permissions: held, menuIds }
}

async function rightsOf(db: Db, id: number) {
  const codes = await db.selectFrom('role_permission').select('permission').where('role_id', '=', id).orderBy('permission').execute()
  const menus = await db.selectFrom('role_menu').select('menu_id').where('role_id', '=', id).orderBy('menu_id').execute()
  return { permissions: codes.map((row) => row.permission).filter(isPermissionCode), menuIds: menus.map((row) => row.menu_id) }
}

/** Saves a role with all its rights. Its holders have them with the next call: their tokens get 403 once and are refreshed (S-03). */
export async function saveRole(
  k: Kernel,
  call: Call,
  asked: Parsed<typeof roles.save>['body'],
): Promise<{ id: number; holders: number; unruled: string[] }> {
  const done = await k.db.transaction().execute(async (db) => {
    await roleByTwo(k, db, asked)
    return applyRole(db, call, asked)
  })
  forget(k, { users: done.holders })
  return { ...done, holders: done.holders.length }
}

/** The same in the caller's transaction. Call `forget` after the commit. */
export async function applyRole(
  db: Db,
  call: Call,
  { id, version, ...input }: Parsed<typeof roles.save>['body'],
): Promise<{ id: number; holders: number[]; unruled: string[] }> {
  const codes = [...new Set(input.permissions)]
  const menuIds = [...new Set(input.menuIds)]
  const reserved = codes.find(isReserved)
  if (reserved) throw invalidField('permissions', `“${permissions[reserved].name}”只属于三个管理员，不能授予其他角色`)
  const before = id === undefined ? undefined : await changeable(db, id)
  // A holder of the role would gain its new rights.
  if (before && call.actor && (await holdersOf(db, id!)).includes(call.actor.userId)) throw refused('不能修改本人持有的角色', 'OWN_WORK')
  const twin = await db
    .selectFrom('role')
    .select(['code', 'name'])
    .where((e) => e.or([e('code', '=', input.code), e('name', '=', input.name)]))
    .where('id', '!=', id ?? 0)
    .executeTakeFirst()
  if (twin)
    throw invalidField(twin.code === input.code ? 'code' : 'name', twin.code === input.code ? '已有这个代码的角色' : '已有这个名称的角色')
  if (before && before.code !== input.code) throw invalidField('code', '角色代码不能修改')
  const known = await db
    .selectFrom('menu')
    .select('id')
    .where('id', 'in', [0, ...menuIds])
    .execute()
  if (known.length !== menuIds.length) throw invalidField('menuIds', '所选菜单不存在或已被删除，请刷新后重选')
  const former = before ? await keptRole(db, before.id) : null
  const columns = { code: input.code, name: input.name, description: input.description }
  const saved = before
    ? await db
        .updateTable('role')
        .set((e) => ({ ...columns, version: e('version', '+', 1) }))
        .where('id', '=', id!)
        .where('version', '=', version ?? 0)
        .returning('id')
        .executeTakeFirst()
    : await db.insertInto('role').values(columns).returning('id').executeTakeFirst()
  if (!saved) throw conflict()
  const held = await rightsOf(db, saved.id)
  await db.deleteFrom('role_permission').where('role_id', '=', saved.id).execute()
  await db.deleteFrom('role_menu').where('role_id', '=', saved.id).execute()
  if (codes.length > 0)
    await db
      .insertInto('role_permission')
      .values(codes.map((permission) => ({ role_id: saved.id, permission })))
      .execute()
  if (menuIds.length > 0)
    await db
      .insertInto('role_menu')
      .values(menuIds.map((menu_id) => ({ role_id: saved.id, menu_id })))
      .execute()
  await keepRights(db, call, 'role', saved.id, { name: input.name, before: former, after: await keptRole(db, saved.id) })
  const holders = await holdersOf(db, saved.id)
  await raiseRights(db, holders)
  await audit(db, call, {
    action: before ? 'role.edit' : 'role.add',
    objectType: 'role',
    objectId: saved.id,
    detail: {
      code: input.code,
      name: input.name,
      ...(before ? { before: { name: before.name, description: before.description } } : {}),
      after: { name: input.name, description: input.description },
      gained: codes.filter((code) => !held.permissions.includes(code)),
      lost: held.permissions.filter((code) => !codes.some((own) => own === code)),
      menusGained: menuIds.filter((menu) => !held.menuIds.includes(menu)),
      menusLost: held.menuIds.filter((menu) => !menuIds.includes(menu)),
      holders: holders.length,
    },
  })
  return { id: saved.id, holders, unruled: await unruledOf(db, saved.id, codes) }
}

/** Titles of the resources that these permissions open but for which the role has no row rule. */
async function unruledOf(db: Db, roleId: number, codes: readonly string[]): Promise<string[]> {
  const rules = await db.selectFrom('row_rule').select('resource').where('role_id', '=', roleId).execute()
  return rowResourceKeys
    .filter((key) => rowResource(key).needs.some((code) => codes.includes(code)) && !rules.some((rule) => rule.resource === key))
    .map((key) => rowResource(key).title)
}

/** The role, locked; a role that the platform needs is refused. */
export async function changeable(db: Db, id: number) {
  const role = await db
    .selectFrom('role')
    .select(['id', 'code', 'name', 'description', 'exclusive_group', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!role) throw gone()
  if (isFixed(role)) throw refused(`“${role.name}”是平台固有的角色，不能修改或删除`, 'FIXED_ROLE')
  return role
}
export const holdersOf = async (db: Db, id: number): Promise<number[]> =>
  (await db.selectFrom('user_role').select('user_id').where('role_id', '=', id).execute()).map((row) => row.user_id)

export const removeRole = (k: Kernel, call: Call, id: number) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const role = await changeable(db, id)
    const holders = await holdersOf(db, id)
    if (holders.length > 0) throw refused(`还有 ${holders.length} 人持有该角色，请先收回`, 'IN_USE')
    const planned = await db.selectFrom('role_term').select('user_id').where('role_id', '=', id).execute()
    if (planned.length > 0) throw refused(`还有 ${planned.length} 人到开始日期将持有该角色，请先收回`, 'IN_USE')
    await refuseInChange(db, id)
    const { code, name, description } = role
    const before = { code, name, description, ...(await rightsOf(db, id)) }
    const former = (await keptRole(db, id))!
    await keepRights(db, call, 'role', id, { name, before: { ...former, rules: await rulesOf(db, id) }, after: null })
    await db.deleteFrom('role').where('id', '=', id).execute()
    await audit(db, call, { action: 'role.delete', objectType: 'role', objectId: id, detail: { before } })
    return true
  })

const rulesOf = async (db: Db, id: number): Promise<RowRule[]> =>
  (
    await db.selectFrom('row_rule').selectAll().where('role_id', '=', id).where('resource', 'in', rowResourceKeys).orderBy('id').execute()
  ).map(({ resource, scope, office_ids: officeIds, lines }) => ({ resource: resource as RowResourceKey, scope, officeIds, lines }))

export async function roleOptions(k: Kernel) {
  const rows = await k.db.selectFrom('role').select(['id', 'code', 'name', 'exclusive_group']).orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, label: row.name, code: row.code, grantable: !isFixed(row) }))
}

const domainNames: Readonly<Record<string, string>> = {
  policy: '政策',
  matching: '匹配',
  declaration: '申报与补贴',
  direct: '免申即享',
  appeal: '企业诉求',
  ...gatheredNames,
  callcentre: '呼叫中心',
  company: '企业',
  tag: '企业标签',
  system: '系统',
  site: '网站内容',
  sms: '短信',
  insight: '运行情况',
  identity: '用户与权限',
}
export function permissionTable() {
  const all = Object.keys(permissions)
    .filter(isPermissionCode)
    .map((code) => ({ code, ...permissions[code], grantable: !isReserved(code) }))
  return [...Map.groupBy(all, ({ domain }) => domain)].map(([domain, list]) => ({
    domain,
    name: domainNames[domain] ?? domain,
    list: list.map(({ code, name, opens, grantable }) => ({ code, name, opens, grantable })),
  }))
}
