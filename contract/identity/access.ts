/** 为什么可以、为什么不行 (domains/identity.md D3): role, permission, rule and office that decide. Ours, ADR 0711. */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { id, query } from '../fields.ts'
import { permissions, type PermissionCode } from '../permissions.ts'
import { rowResourceKeys, type RowResourceKey } from '../row-rules.ts'

const permission = z.enum(Object.keys(permissions) as [PermissionCode, ...PermissionCode[]], { error: '没有这个权限代码' })
const resource = z.enum(rowResourceKeys as [RowResourceKey, ...RowResourceKey[]], { error: '没有这类数据' })

const screenPath = z.string().regex(/^\/[\w/-]{1,100}$/, '没有这个页面')

const link = z.object({
  roleId: z.number(),
  roleName: z.string(),
  /** held for these days only */
  term: z.string().nullable(),
  /** starts on its first day and gives nothing yet */
  planned: z.boolean(),
  /** names of the requested permissions that this role gives */
  gives: z.array(z.string()),
  /** for a kind of data: its rule in words; null: none */
  rule: z.string().nullable(),
  /** rows that this role alone opens now */
  rows: z.number().nullable(),
  /** for one record: whether this role alone opens it, and otherwise which parts of the rule exclude it */
  sees: z.boolean().nullable(),
  lacks: z.string().nullable(),
})
const explanation = z.object({
  user: z.object({ id: z.number(), name: z.string(), officeName: z.string().nullable(), enabled: z.boolean() }),
  /** the subject of the question */
  title: z.string(),
  may: z.boolean(),
  /** one record was asked for, and there is none of this number */
  gone: z.boolean(),
  /** the answer in one sentence */
  words: z.string(),
  roles: z.array(link),
  /** roles that would give it, if no held role does */
  wouldGive: z.array(z.string()),
  /** for a kind of data: rows that the user sees, and all rows */
  rows: z.number().nullable(),
  total: z.number().nullable(),
  /** for a screen: the permission that its page asks, and whether a held role gives it; null: none, or not known */
  asks: z.object({ name: z.string(), held: z.boolean() }).nullable(),
})
export type Explanation = z.output<typeof explanation>

const heldRole = z.object({
  roleId: z.number(),
  roleName: z.string(),
  /** as above */
  term: z.string().nullable(),
  planned: z.boolean(),
  /** names of the menus that open a page */
  screens: z.array(z.string()),
  /** names of the permissions */
  permissions: z.array(z.string()),
  /** kinds of data with the rule in words */
  data: z.array(z.object({ title: z.string(), words: z.string() })),
})
export type HeldRole = z.output<typeof heldRole>

export const access = {
  overview: get('/sys/access/overview', {
    access: can('role:manage'),
    query: query({ userId: id }),
    returns: z.array(heldRole),
    perMinute: 60,
    summary: '某位工作人员持有的角色，各给哪些菜单、权限与数据',
  }),
  explain: get('/sys/access/explain', {
    access: can('role:manage'),
    query: query({
      userId: id,
      permission: permission.optional(),
      resource: resource.optional(),
      recordId: id.optional(),
      menuId: id.optional(),
    }),
    returns: explanation,
    perMinute: 60,
    summary:
      '某人为什么能、为什么不能：由哪个角色、哪条规则、哪个部门决定，看得见几条；recordId：为什么看得见、看不见这一条；menuId：看不看得见这个页面',
  }),
}

/**
 * 申请权限 behind 无权限 (domains/identity.md D3): one click tells the security officers who lacks which screen, or the permission of which refused call. Ours,
 * ADR 0873.
 */
export const rightAsk = {
  lack: get('/sys/access/lack', {
    access: types('YYF'),
    query: query({ path: screenPath }),
    /** the page as the menu names it, and the permission that its content asks and the caller has not; null: not known, or held */
    returns: z.object({
      name: z.string().nullable(),
      permission: z.string().nullable(),
      /** whether `ask` would take it: not a page of the administrators, nor from one of them */
      askable: z.boolean(),
    }),
    summary: '打不开的页面在菜单里叫什么，本人缺哪项权限',
  }),
  ask: post('/sys/access/ask', {
    access: types('YYF'),
    /** `call`: the address of a refused call, for a part of the screen or an action */
    body: z.strictObject({
      path: screenPath,
      call: z
        .string()
        .regex(/^\/[\w/-]{1,100}$/, '没有这个操作')
        .optional(),
    }),
    /** `again`: already requested within the last days, nobody is told twice */
    returns: z.object({ again: z.boolean() }),
    perMinute: 20,
    summary: '申请打开一个页面，或页面里一部分、一个操作的权限，告知安全管理员；七天内只告知一次',
  }),
}
