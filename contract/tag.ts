/** Tags of enterprises: set by hand, by import, or by a saved rule of the matching engine (spec §3 Tag, §7 Company, L142, L151). */
import { z } from 'zod'
import { openAnswer } from './open-answer.ts'
import { TAG_OPTIONS_TYPE } from './constants.ts'
import { batchIds, BatchResult } from './batch.ts'
import { can, get, post } from './endpoint.ts'
import { id, idList, keyword, ok, page, paging, query, requiredLine, text, wireBoolean, wireInt } from './fields.ts'
import { importParts, importState } from './imports.ts'
import type { Explanation } from './matching.ts'
import { RuleNode, ruleDepth } from './policy.ts'

export const tagColours = { blue: '蓝', green: '绿', amber: '黄', red: '红', grey: '灰' } as const
export type TagColour = keyof typeof tagColours
export const tagSources = { manual: '人工', import: '导入', smart: '规则' } as const
export type TagSource = keyof typeof tagSources
export const smartLabels = { 0: '普通标签', 1: '智能标签' } as const

const colour = z.enum(['blue', 'green', 'amber', 'red', 'grey'])
const source = z.enum(['manual', 'import', 'smart'])
const version = wireInt(1, 2_000_000_000)

const tagRow = z.object({
  id: z.number(),
  tagName: z.string(),
  parentId: z.number().nullable(),
  parentName: z.string().nullable(),
  colour,
  description: z.string(),
  sort: z.number(),
  enabled: z.boolean(),
  visible: z.boolean(),
  /** 1: its rule decides which companies have it */
  smartFlag: z.union([z.literal(0), z.literal(1)]),
  companyCount: z.number(),
  refreshTime: z.string().nullable(),
  updateTime: z.string(),
  version: z.number(),
})
export type TagRow = z.output<typeof tagRow>

const shown = {
  tagName: requiredLine(30, '请输入标签名称'),
  parentId: id.nullish(),
  colour: colour.default('blue'),
  description: text(200).default(''),
  sort: wireInt(0, 9999).default(0),
  enabled: z.boolean().default(true),
  visible: z.boolean().default(true),
}
const versioned = { id: id.optional(), version: version.optional() }
const needsVersion = (b: { id?: number | undefined; version?: number | undefined }) => b.id === undefined || b.version !== undefined
const stale = { path: ['version'], message: '缺少版本号，请刷新后重试' }

export const TagBody = z.strictObject({ ...versioned, ...shown }).refine(needsVersion, stale)
const rules = z
  .unknown()
  .refine((node) => ruleDepth(node) <= 60, '规则嵌套过深')
  .pipe(RuleNode)
export const SmartTagBody = z.strictObject({ ...versioned, ...shown, rules }).refine(needsVersion, stale)

/** also the filters of the export `tagCompany` */
export const tagMemberFilters = { tagId: id, keyword: keyword.optional() }
const member = z.object({
  id: z.number(),
  companyName: z.string(),
  code: z.string(),
  streetName: z.string().nullable(),
  /** masked, like the three below */
  legalPerson: z.string().nullable(),
  legalPersonPhone: z.string().nullable(),
  contactPerson: z.string().nullable(),
  contactPhone: z.string().nullable(),
  source,
  since: z.string(),
})
export type TagMember = z.output<typeof member>
export const wornTag = z.object({
  id: z.number(),
  tagName: z.string(),
  parentName: z.string().nullable(),
  colour,
  smartFlag: z.number(),
  source,
  since: z.string(),
})
export type WornTag = z.output<typeof wornTag>
const change = z.object({
  id: z.number(),
  joined: z.boolean(),
  source,
  reason: z.string(),
  at: z.string(),
  byName: z.string().nullable(),
  companyId: z.number(),
  companyName: z.string(),
})
export type TagChange = z.output<typeof change>
/** the operation of a row of the import; the first one when the cell is empty */
export const tagOperations = ['添加', '取下'] as const

export interface TagNode {
  id: number
  tagName: string
  colour: TagColour
  smartFlag: 0 | 1
  companyCount: number
  children: TagNode[]
}
const tagNode: z.ZodType<TagNode, TagNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    tagName: z.string(),
    colour,
    smartFlag: z.union([z.literal(0), z.literal(1)]),
    companyCount: z.number(),
    children: z.array(tagNode),
  }),
)
const tagRefresh = z.object({
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  joined: z.number().nullable(),
  left: z.number().nullable(),
})
export type TagRefresh = z.output<typeof tagRefresh>
/** Why a company has or does not have a tag. */
const tagReason = z.object({
  tagId: z.number(),
  tagName: z.string(),
  companyName: z.string(),
  smartFlag: z.union([z.literal(0), z.literal(1)]),
  has: z.boolean(),
  source: source.nullable(),
  since: z.string().nullable(),
  /** the rule in words; smart tags only */
  words: z.string().nullable(),
  /** the result of the rule today; null without the company’s consent, and for tags set by hand */
  explanation: openAnswer<Explanation | null>('judgement'),
  consent: z.boolean(),
  /** the membership differs from the result of the rule and follows at the next refresh */
  outdated: z.boolean(),
  refreshTime: z.string().nullable(),
})
export type TagReason = z.output<typeof tagReason>

export const tag = {
  options: get('/tag/info/options', {
    access: can('tag:read'),
    query: query({ type: wireInt(TAG_OPTIONS_TYPE, TAG_OPTIONS_TYPE).default(TAG_OPTIONS_TYPE) }),
    returns: z.array(z.object({ id: z.number(), tagName: z.string(), parentName: z.string().nullable(), companyCount: z.number() })),
    summary: '企业标签选项（可挂企业的标签，不含已停用）',
  }),
  tree: get('/tag/info/tree', { access: can('tag:read'), query: query({}), returns: z.array(tagNode), summary: '企业标签树' }),
  list: get('/tag/info/list', {
    access: can('tag:read'),
    query: query({
      ...paging(),
      tagName: keyword.optional(),
      smartFlag: wireInt(0, 1).optional(),
      parentId: id.optional(),
      enabled: wireBoolean.optional(),
    }),
    returns: page(tagRow),
    summary: '企业标签列表',
  }),
  findById: get('/tag/info/findById', {
    access: can('tag:read'),
    query: query({ id }),
    returns: tagRow.extend({ rules: openAnswer<RuleNode | null>('rule'), words: z.string().nullable(), refresh: tagRefresh.nullable() }),
    summary: '企业标签详情',
  }),
  /** Errors: INVALID with the field, CONFLICT on a stale version. */
  save: post('/tag/info/save', {
    access: can('tag:manage'),
    body: TagBody,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改企业标签（智能标签的规则除外）',
  }),
  /** Errors: INVALID with `rules.…`, also for rules that can never be met. A task updates the members. */
  saveSmartTag: post('/tag/info/saveSmartTag', {
    access: can('tag:manage'),
    body: SmartTagBody,
    returns: z.object({ id: z.number(), taskId: z.string() }),
    summary: '保存智能标签',
  }),
  trySmartTag: post('/tag/info/trySmartTag', {
    access: can('tag:manage'),
    body: z.strictObject({ rules: z.unknown().refine((node) => ruleDepth(node) <= 60, '规则嵌套过深') }),
    returns: z.object({
      issues: z.array(z.object({ path: z.string(), message: z.string() })),
      words: z.string(),
      /** null: fewer than five */
      matched: z.number().nullable(),
      unknown: z.number().nullable(),
      companies: z.number(),
      list: z.array(z.object({ id: z.number(), companyName: z.string(), street: z.string().nullable() })),
    }),
    summary: '试算智能标签：多少已授权企业符合',
  }),
  remove: post('/tag/info/delete', {
    access: can('tag:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除企业标签',
  }),
  removeSeveral: post('/tag/info/deleteBatch', {
    access: can('tag:manage'),
    as: 'form',
    body: z.strictObject({ ids: batchIds }),
    returns: BatchResult,
    summary: '批量删除企业标签',
  }),
  /**
   * multipart: file (.xlsx of the template tagCompany), mode (all|valid), dryRun; small files are finished in the response (GET
   * /import/progress)
   */
  import: post('/tag/info/import', {
    access: can('tag:manage'),
    as: 'multipart',
    parts: importParts,
    returns: importState,
    summary: '导入企业标签关系',
  }),
  refresh: post('/tag/info/refresh', {
    access: can('tag:manage'),
    body: z.strictObject({ id }),
    returns: z.object({ taskId: z.string() }),
    summary: '按规则重新计算智能标签',
  }),
  /** enterprises: their own visible ones; staff: those of any company */
  enterpriseTagList: get('/tag/info/enterpriseTagList', {
    access: 'token',
    query: query({ companyId: id.optional() }),
    returns: z.array(wornTag),
    summary: '企业的标签',
  }),
  explain: get('/tag/info/explain', {
    access: 'token',
    query: query({ tagId: id, companyId: id.optional() }),
    returns: tagReason,
    summary: '为什么有（没有）这个标签',
  }),
  history: get('/tag/info/history', {
    access: can('tag:read'),
    query: query({ ...paging(), tagId: id, companyId: id.optional() }),
    returns: page(change),
    summary: '标签成员变动记录',
  }),
}

export const companyTag = {
  listCompany: get('/company/tag/listCompany', {
    access: can('tag:read'),
    query: query({ ...paging(), ...tagMemberFilters }),
    returns: page(member),
    summary: '挂有某标签的企业',
  }),
  list: get('/company/tag/list', {
    access: can('tag:read'),
    query: query({ ...paging(), keyword: keyword.optional(), tagId: id.optional(), streetId: text(64).optional() }),
    returns: page(
      z.object({
        id: z.number(),
        companyName: z.string(),
        code: z.string(),
        streetName: z.string().nullable(),
        tags: z.array(z.object({ id: z.number(), tagName: z.string(), colour, smartFlag: z.number() })),
      }),
    ),
    summary: '企业及其标签',
  }),
  add: post('/company/tag/add', {
    access: can('tag:manage'),
    body: z.strictObject({ tagIds: idList, companyIds: idList, reason: text(200).default('') }),
    returns: z.object({ added: z.number(), already: z.number() }),
    summary: '给企业挂标签（单个或批量）',
  }),
  remove: post('/company/tag/remove', {
    access: can('tag:manage'),
    body: z.strictObject({ tagIds: idList, companyIds: idList, reason: text(200).default('') }),
    returns: z.object({ removed: z.number() }),
    summary: '取下企业的标签（单个或批量）',
  }),
}
