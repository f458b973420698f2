/** 角色管理 (spec §2 /work/role): permissions and menus of a role. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredLine, requiredText, text, wireInt } from '../fields.ts'
import { permissions, type PermissionCode } from '../permissions.ts'

const permissionCode = z.enum(Object.keys(permissions) as [PermissionCode, ...PermissionCode[]], { error: '没有这个权限代码' })

const roleRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  userNum: z.number(),
  permissionNum: z.number(),
  menuNum: z.number(),
  /** 企业用户, 个人用户 and the three administrators, which the platform needs */
  fixed: z.boolean(),
  version: z.number(),
})
export type RoleRow = z.output<typeof roleRow>

/** Either may be empty: another role of the same people may have the other half. */
export const roleRights = { permissions: z.array(permissionCode).max(200).default([]), menuIds: z.array(id).max(200).default([]) }
export const SaveRole = z
  .strictObject({
    id: id.optional(),
    version: wireInt(1, 1_000_000_000).optional(),
    code: requiredText(32, '请输入角色代码').pipe(
      z.string().regex(/^[a-z][a-z0-9_-]{1,31}$/, '代码为 2–32 位小写字母、数字、下划线或短横，以字母开头'),
    ),
    name: requiredLine(30, '请输入角色名称'),
    description: text(200).default(''),
    ...roleRights,
  })
  .refine(({ permissions: held, menuIds }) => held.length + menuIds.length > 0, {
    path: ['permissions'],
    message: '请至少选择一项权限或一个菜单，什么都不给的角色没有用处',
  })

const who = can('role:manage')
export const roles = {
  list: get('/sys/role/list', {
    access: who,
    query: query({ name: keyword.optional(), ...paging() }),
    returns: page(roleRow),
    summary: '角色列表',
  }),
  findById: get('/sys/role/findById', {
    access: who,
    query: query({ id }),
    returns: roleRow.extend({ permissions: z.array(permissionCode), menuIds: z.array(z.number()) }),
    summary: '角色详情，含权限与菜单',
  }),
  save: post('/sys/role/saveOrUpdate', {
    access: who,
    body: SaveRole,
    /** `unruled`: kinds of data that its permissions open but for which it has no rule, so that its holders see no rows */
    returns: z.object({ id: z.number(), holders: z.number(), unruled: z.array(z.string()) }),
    summary: '新增或修改角色；持有人的权限随即更新',
  }),
  remove: post('/sys/role/delete', { access: who, as: 'form', body: z.strictObject({ id }), returns: ok, summary: '删除无人持有的角色' }),
  options: get('/sys/role/options', {
    access: can('user:read'),
    query: query({}),
    returns: z.array(z.object({ id: z.number(), label: z.string(), code: z.string(), grantable: z.boolean() })),
    summary: '角色选项',
  }),
  permissions: get('/sys/role/permissions', {
    access: who,
    query: query({}),
    returns: z.array(
      z.object({
        domain: z.string(),
        name: z.string(),
        list: z.array(z.object({ code: z.string(), name: z.string(), opens: z.string(), grantable: z.boolean() })),
      }),
    ),
    summary: '全部权限，按领域',
  }),
}
