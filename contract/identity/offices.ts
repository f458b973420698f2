/** 部门管理 (spec §2 /work/Office, §7 /sys/office): the tree of offices of users and records. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredLine, requiredText, wireBoolean, wireInt } from '../fields.ts'

export const OFFICE_DEPTH = 4

const officeRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  parentId: z.number().nullable(),
  parentName: z.string().nullable(),
  order: z.number(),
  enableFlag: z.number(),
  /** enabled accounts of this office itself */
  userNum: z.number(),
  version: z.number(),
})
export type OfficeRow = z.output<typeof officeRow>

export interface OfficeNode {
  id: number
  name: string
  code: string
  enableFlag: number
  /** enabled accounts of this office and those below it */
  userNum: number
  children: OfficeNode[]
}
const officeNode: z.ZodType<OfficeNode, OfficeNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    name: z.string(),
    code: z.string(),
    enableFlag: z.number(),
    userNum: z.number(),
    children: z.array(officeNode),
  }),
)

export const SaveOffice = z.strictObject({
  id: id.optional(),
  version: wireInt(1, 1_000_000_000).optional(),
  name: requiredLine(60, '请输入部门名称'),
  code: requiredText(32, '请输入部门代码').pipe(z.string().regex(/^[a-z0-9_-]{2,32}$/, '代码为 2–32 位小写字母、数字、下划线或短横')),
  parentId: id.nullish(),
  order: wireInt(0, 9999).default(0),
  enableFlag: wireInt(0, 1).default(1),
  /** an office with people is disabled, as told in the refusal CONFIRM */
  confirmed: wireBoolean.default(false),
})

const who = can('office:manage')
export const offices = {
  list: get('/sys/office/list', {
    access: who,
    query: query({ name: keyword.optional(), enableFlag: wireInt(0, 1).optional(), ...paging() }),
    returns: page(officeRow),
    summary: '部门列表',
  }),
  tree: get('/sys/office/tree', { access: can('user:read'), query: query({}), returns: z.array(officeNode), summary: '部门树' }),
  findById: get('/sys/office/findById', { access: who, query: query({ id }), returns: officeRow, summary: '部门详情' }),
  save: post('/sys/office/saveOrUpdate', {
    access: who,
    body: SaveOffice,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改部门',
  }),
  remove: post('/sys/office/delete', {
    access: who,
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除没有下级、没有人员和记录的部门',
  }),
  move: post('/sys/office/move', {
    access: who,
    body: z.strictObject({ id, direction: z.enum(['up', 'down']) }),
    returns: ok,
    summary: '在同级中上移或下移部门',
  }),
}
