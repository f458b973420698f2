/** 用户管理 (spec §2 /work/user): the system administrator manages accounts, the security administrator their roles. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { importParts, importState } from '../imports.ts'
import { resetAsked } from './factor-reset.ts'
import { id, isoDate, keyword, line, ok, page, paging, personName, phone, query, requiredText, wholePhone, wireInt } from '../fields.ts'

/** kind of the import, and code of its template */
export const STAFF_IMPORT = 'staff'
const userType = z.enum(['QY', 'GR', 'YYF'])
const heldRole = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  /** held for these days only, inclusive; null: until it is removed */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** starts on its first day */
  planned: z.boolean(),
})

const userRow = z.object({
  id: z.number(),
  userName: z.string(),
  name: z.string(),
  type: userType,
  officeId: z.number().nullable(),
  officeName: z.string().nullable(),
  /** masked */
  mobile: z.string(),
  /** account at the unified log-in or the office platform, masked; empty: none */
  accountId: z.string(),
  roles: z.array(heldRole),
  enableFlag: z.number(),
  /** locked after wrong passwords or codes, at any step and from any source */
  locked: z.boolean(),
  lastLogin: z.string().nullable(),
  createTime: z.string(),
  version: z.number(),
  own: z.boolean(),
  /** logs in with a second factor */
  secondFactor: z.boolean(),
  /** an open request to remove the second factor, for those who decide about it; null: none */
  factorReset: resetAsked.nullable(),
  /** has one of the three administrator roles, so nobody else changes how they log in (ADR 0560) */
  administrator: z.boolean(),
})
export type UserRow = z.output<typeof userRow>

export const userName = requiredText(64, '请输入用户名')
  .transform((s) => s.normalize('NFKC'))
  .pipe(z.string().regex(/^[A-Za-z0-9._@-]{2,64}$/, '用户名为 2–64 位字母、数字或 . _ @ -'))
/** New accounts are staff; companies and individuals come through the unified log-in. */
const taker = z.strictObject({ kind: z.string().max(40), userId: id })
/** who gets one kind of work of a leaving user */
export type Taker = z.output<typeof taker>
const takers = z.array(taker).max(20, '最多 20 类')
export const SaveUser = z.strictObject({
  id: id.optional(),
  version: wireInt(1, 1_000_000_000).optional(),
  userName,
  name: personName,
  officeId: id.nullish(),
  /** missing: unchanged; empty: removed */
  mobile: z.union([z.literal(''), phone]).optional(),
  accountId: line(128).optional(),
  /** for a change of office: who gets which kind of work; kinds that are not named stay with the user */
  takers: takers.optional(),
})

const handOver = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      count: z.number(),
      /** what becomes of it when nobody takes it over; null: somebody must */
      otherwise: z.string().nullable(),
      takers: z.array(z.object({ id: z.number(), name: z.string(), officeName: z.string().nullable() })),
    }),
  ),
  /** names of permissions that nobody else of the office has */
  alone: z.array(z.string()),
})
export type HandOverList = z.output<typeof handOver>

export const saveRolesBody = z.strictObject({
  id,
  version: wireInt(1, 1_000_000_000),
  roleIds: z.array(id).max(20, '最多 20 个角色'),
  /** roles for some days; default start: today */
  terms: z
    .array(z.strictObject({ roleId: id, from: isoDate.nullish(), to: isoDate }))
    .max(20, '最多 20 个角色')
    .default([]),
})

export const userFilters = {
  name: keyword.optional(),
  type: userType.optional(),
  officeId: id.optional(),
  roleId: id.optional(),
  enableFlag: wireInt(0, 1).optional(),
  /** whole number; counts towards the reader’s 30 reveals an hour */
  mobile: wholePhone.optional(),
  /** 1: locked now, at any step and from any source */
  locked: z.literal('1', { error: '只能填 1' }).optional(),
  /** of staff, because only they can have one; 0: without */
  secondFactor: wireInt(0, 1).optional(),
  /** with an open request to remove the second factor, which the reader can decide, or has made */
  factorReset: z.enum(['others', 'mine'], { error: '请选择提出人' }).optional(),
}

const who = can('user:manage')
export const users = {
  list: get('/sys/user/list', {
    access: can('user:read'),
    query: query({ ...userFilters, ...paging() }),
    returns: page(userRow),
    summary: '用户列表；按部门时含下级部门，手机号须是完整号码',
  }),
  /** counts towards the reader’s 30 reveals an hour */
  reveal: post('/sys/user/reveal', {
    access: can('user:read'),
    body: z.strictObject({
      id,
      field: z.enum(['mobile', 'accountId'], { error: '请选择要查看的内容' }),
      reason: requiredText(200, '请填写查看原因'),
    }),
    returns: z.object({ value: z.string() }),
    summary: '查看一个人完整的手机号或统一账号（记录原因）',
  }),
  findById: get('/sys/user/findById', { access: can('user:read'), query: query({ id }), returns: userRow, summary: '用户详情' }),
  /** `password`: the initial password, shown once; it must be changed at the first log-in */
  save: post('/sys/user/saveOrUpdate', {
    access: who,
    body: SaveUser,
    returns: z.object({ id: z.number(), password: z.string().nullable() }),
    summary: '新增或修改用户',
  }),
  /** multipart: file (.xlsx of the template), mode, dryRun */
  import: post('/sys/user/import', { access: who, as: 'multipart', parts: importParts, returns: importState, summary: '导入工作人员' }),
  remove: post('/sys/user/delete', { access: who, as: 'form', body: z.strictObject({ id }), returns: ok, summary: '删除从未登录过的用户' }),
  resetPwd: post('/sys/user/resetPwd', {
    access: who,
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.object({ password: z.string() }),
    summary: '重置密码，新密码只显示一次',
  }),
  setEnabled: post('/sys/user/editEnableFlag', {
    access: who,
    as: 'form',
    body: z.strictObject({ id, enableFlag: wireInt(0, 1) }),
    returns: ok,
    summary: '启用或停用账号；停用即结束其登录，名下还有等他办理的事时拒绝',
  }),
  handOver: get('/sys/user/handOver', {
    access: who,
    query: query({ id }),
    returns: handOver,
    summary: '停用或调动前：等他本人办理的事，各有谁可以接手',
  }),
  /** Errors: HAND_OVER while some work has no recipient, NOBODY_TAKES when nobody may take it. */
  disable: post('/sys/user/disable', {
    access: who,
    body: z.strictObject({ id, takers }),
    returns: ok,
    summary: '把名下的事交接给指定的同事并停用账号',
  }),
  saveRoles: post('/sys/user/saveRoles', {
    access: can('role:manage'),
    body: saveRolesBody,
    returns: ok,
    summary: '授予用户角色，长期或限定日期；不能授予本人，也不能在此授予三个管理员角色',
  }),
}
