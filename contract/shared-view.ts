/** Views of a list that staff share with a role (ADR 1008): filters and order under a name. They open no rows by themselves. */
import { z } from 'zod'
import { can, get, post, types } from './endpoint.ts'
import { id, ok, requiredLine } from './fields.ts'
import { tableName, viewContent } from './table-setting.ts'

/** per table and role */
export const SHARED_MOST = 20

/** the address of the screen with the list, without its query */
const page = z.string().regex(/^\/[\w./-]{1,100}$/, '页面地址不正确')

/** the address of the call that fills the list, with what it always asks for: only who may make it sees the list */
const listCall = z
  .string()
  .regex(/^\/[\w/-]{1,100}(\?[\w=&]{1,200})?$/, '没有这个列表')
  .optional()

const SharedView = z.object({
  id: z.number(),
  version: z.number(),
  table: z.string(),
  page: z.string(),
  /** the name of the screen in the menu; empty: not in the menu any more */
  pageName: z.string(),
  name: z.string(),
  ...viewContent,
  roleId: z.number(),
  role: z.string(),
  /** who shared it; empty: the account is gone */
  sharedBy: z.string(),
  /** the account of that person is disabled */
  away: z.boolean(),
  sharedAt: z.string(),
  mayChange: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type SharedView = z.output<typeof SharedView>

export const sharedViews = {
  list: get('/sys/tableView/list', {
    access: types('YYF'),
    summary: '一张表的共享视图：本人的角色的、本人共享的；roles 为本人可以共享给、又打得开这张表的角色',
    query: z.strictObject({ table: tableName, call: listCall }),
    returns: z.object({ roles: z.array(z.object({ id: z.number(), name: z.string() })), list: z.array(SharedView) }),
  }),
  ofRole: get('/sys/tableView/ofRole', {
    access: can('role:manage'),
    summary: '共享给一个角色的全部视图',
    query: z.strictObject({ roleId: id }),
    returns: z.array(SharedView),
  }),
  save: post('/sys/tableView/saveOrUpdate', {
    access: types('YYF'),
    summary: '把视图共享给角色，或修改已共享的视图',
    body: z.strictObject({
      id: id.optional(),
      version: id.optional(),
      table: tableName,
      call: listCall,
      page,
      roleId: id,
      name: requiredLine(20, '请填写名称'),
      ...viewContent,
    }),
    returns: z.object({ id: z.number() }),
  }),
  withdraw: post('/sys/tableView/withdraw', {
    access: types('YYF'),
    summary: '撤回共享的视图',
    body: z.strictObject({ id, version: id }),
    returns: ok,
  }),
}
