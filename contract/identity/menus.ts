/** 菜单管理 (spec §2 /work/menu): the tree of the work area. Internal entries lead to an existing screen, others to an https address. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { history, historyQuery, undoBody } from '../way-back.ts'
import { id, keyword, ok, page, paging, query, requiredLine, seenOrder, text, wireBoolean, wireInt } from '../fields.ts'

export const MENU_DEPTH = 4

const menuRow = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  parentName: z.string().nullable(),
  name: z.string(),
  url: z.string(),
  desc: z.string(),
  icon: z.string(),
  order: z.number(),
  /** can be opened but is not listed */
  hidden: z.boolean(),
  /** is listed but cannot be opened */
  disabled: z.boolean(),
  /** names of the roles that see it */
  roles: z.array(z.string()),
  /** name of the permission that its page asks; null: none, or not known */
  asks: z.string().nullable(),
  /** those of `roles` that do not give this permission */
  lacking: z.array(z.string()),
  version: z.number(),
})
export type MenuRow = z.output<typeof menuRow>

export interface MenuNode {
  id: number
  name: string
  url: string
  hidden: boolean
  disabled: boolean
  children: MenuNode[]
}
const menuNode: z.ZodType<MenuNode, MenuNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    name: z.string(),
    url: z.string(),
    hidden: z.boolean(),
    disabled: z.boolean(),
    children: z.array(menuNode),
  }),
)

/** `confirmed`: a page is closed to the people who were told in the refusal CONFIRM */
const confirmation = { confirmed: wireBoolean.default(false) }
const menuVersion = wireInt(1, 1_000_000_000)
export const SaveMenu = z.strictObject({
  id: id.optional(),
  version: menuVersion.optional(),
  parentId: id.nullish(),
  name: requiredLine(30, '请输入菜单名称'),
  /** empty: a folder */
  url: text(300).default(''),
  desc: text(200).default(''),
  icon: text(32).default(''),
  order: wireInt(0, 9999).default(0),
  hidden: wireBoolean.default(false),
  disabled: wireBoolean.default(false),
  ...confirmation,
})

const who = can('menu:manage')
export const menuDesk = {
  list: get('/sys/menu/list', {
    access: who,
    query: query({ name: keyword.optional(), ...paging(500, 500) }),
    returns: page(menuRow),
    summary: '菜单列表，按树的次序',
  }),
  /** also for users who give menus to roles */
  tree: get('/sys/menu/tree', { access: can('user:read'), query: query({}), returns: z.array(menuNode), summary: '菜单树' }),
  findById: get('/sys/menu/findById', { access: who, query: query({ id }), returns: menuRow, summary: '菜单详情' }),
  save: post('/sys/menu/saveOrUpdate', { access: who, body: SaveMenu, returns: z.object({ id: z.number() }), summary: '新增或修改菜单' }),
  remove: post('/sys/menu/delete', {
    access: who,
    as: 'form',
    body: z.strictObject({ id, ...confirmation }),
    returns: ok,
    summary: '删除没有下级的菜单',
  }),
  move: post('/sys/menu/move', {
    access: who,
    body: z.strictObject({ id, version: menuVersion.optional(), seen: seenOrder.optional(), direction: z.enum(['up', 'down']) }),
    returns: ok,
    summary: '在同级中上移或下移菜单',
  }),
  history: get('/sys/menu/history', { access: who, query: historyQuery, returns: history, summary: '菜单的修改记录' }),
  undo: post('/sys/menu/undo', {
    access: who,
    body: undoBody.extend(confirmation),
    returns: ok,
    summary: '撤销一个菜单最近的修改、新增、删除或移动',
  }),
  options: get('/sys/menu/options', {
    access: who,
    query: query({}),
    returns: z.array(z.object({ id: z.number(), label: z.string(), parentId: z.number().nullable() })),
    summary: '可作上级的菜单',
  }),
}
