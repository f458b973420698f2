/** Public reading: list, facets, detail, hot list, site search. */
import { z } from 'zod'
import { ContactUnit, IssuingUnit } from '../units.ts'
import { get, post } from '../endpoint.ts'
import { openAnswer } from '../open-answer.ts'
import { id, isoDate, keyword, option, page, paging, question, wireBooleanOr, wireInt } from '../fields.ts'
import { policyOrigins, policySorts, policyStatuses } from './codes.ts'
import { industryList, keyList, labelIdList, levelList, statusList, supportModeList } from './lists.ts'

const filters = {
  /** words, document number, exact title or pinyin initials */
  q: question.optional(),
  /** words as typed, without correction */
  exact: wireBooleanOr('条件不正确').optional(),
  /** keys of facts in the words that must not count (said-facts.ts) */
  without: keyList.optional(),
  policyTitle: keyword.optional(),
  policyDepId: z
    .union(
      [
        z.array(id),
        z
          .string()
          .regex(/^\d{1,9}(,\d{1,9}){0,49}$/, '部门编号应为整数')
          .transform((s) => s.split(',').map(Number)),
        id.transform((n) => [n]),
      ],
      { error: '部门编号应为整数' },
    )
    .optional(),
  supportMode: supportModeList.optional(),
  level: levelList.optional(),
  industry: industryList.optional(),
  status: statusList.optional(),
  /** has any of these labels */
  labelId: labelIdList.optional(),
  /** true: only policies of other places (外地参考); false: only those that apply in the site's own county */
  outside: wireBooleanOr('适用地区不在可选范围内').optional(),
  /** publish dates, inclusive */
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
  /** application deadlines, inclusive */
  deadlineStart: isoDate.optional(),
  deadlineEnd: isoDate.optional(),
}
/** relevance without q sorts as publish */
export const PolicyFilter = z.strictObject({
  ...filters,
  sort: z.enum(policySorts, { error: '排序方式不正确' }).optional(),
  ...paging(),
})
export const FacetFilter = z.strictObject(filters)

export const PolicyListItem = z.object({
  id: z.number(),
  code: z.string(),
  policyTitle: z.string(),
  policyDepName: z.string(),
  policyNo: z.string().nullable(),
  /** publish time, ISO instant */
  policyCreateTime: z.string(),
  /** labels */
  supportModes: z.array(z.string()),
  level: z.string(),
  /** place of application; null = the whole country */
  areaCode: z.string().nullable(),
  areaName: z.string().nullable(),
  /** applies elsewhere and not in the site's own county: only a reference */
  outside: z.boolean(),
  levelName: z.string(),
  industries: z.array(z.string()),
  summary: z.string(),
  applyFrom: z.string().nullable(),
  applyTo: z.string().nullable(),
  /** the application period in words */
  period: z.string().nullable(),
  /** repealed from this day on; may be in the future */
  repealedOn: z.string().nullable(),
  status: z.enum(policyStatuses),
  statusName: z.string(),
  /** days to the deadline, 0 = today; null without deadline or when it has passed */
  daysLeft: z.number().nullable(),
  /** 万元 that one company can get at most; null = none, or no ceiling */
  maxAmount: z.number().nullable(),
  topFlag: z.number(),
  viewNum: z.number(),
  origin: z.enum(policyOrigins),
  originName: z.string(),
  urlType: z.number(),
  applyUrl: z.string().nullable(),
  /** only a possible match (可能相关); such rows come after the others */
  maybe: z.boolean().optional(),
  /** the sentence of the text with those words of the query that title and summary do not contain */
  passage: z.string().optional(),
})
export type PolicyListItem = z.output<typeof PolicyListItem>
/**
 * A page of policies; after a correction the words as asked and as searched; the words that occur in the rows; document numbers without a
 * policy.
 */
const PolicyFound = page(PolicyListItem).extend({
  asked: z.string().optional(),
  searched: z.string().optional(),
  /** a place named in the query that has no policies here */
  nowhere: z.string().optional(),
  words: z.array(z.string()).optional(),
  missing: z.array(z.string()).optional(),
})
/** The fields for a table of the workbench, without those that only readers need. */
export const PolicyHead = PolicyListItem.omit({
  industries: true,
  summary: true,
  period: true,
  urlType: true,
  applyUrl: true,
  maybe: true,
  passage: true,
})
export type PolicyHead = z.output<typeof PolicyHead>

/** One leaf or branch of a rule as written; the engine interprets it. */
export type RuleNode = {
  id?: string
  label?: string
  field?: string
  op?: string
  value?: unknown
  unit?: string | null
  closable?: boolean
  /** the clause of the text on which it is based (contract/policy/clauses.ts) */
  clause?: string
  /** the requirement in words, generated from the rule on reading; never stored */
  sentence?: string
  all?: RuleNode[]
  any?: RuleNode[]
  /** the parts of which `atLeast` must hold */
  of?: RuleNode[]
  atLeast?: number
  not?: RuleNode
}
export const RuleNode: z.ZodType<RuleNode, RuleNode> = z.lazy(() =>
  z.looseObject({
    label: z.string().max(200).optional(),
    id: z.string().max(64).optional(),
    clause: z.string().max(40).optional(),
    all: z.array(RuleNode).max(100).optional(),
    any: z.array(RuleNode).max(100).optional(),
    of: z.array(RuleNode).max(100).optional(),
    atLeast: z.number().int().min(1).max(100).optional(),
    not: RuleNode.optional(),
  }),
)
export const RuleBenefit = z.looseObject({
  kind: z.string().max(20),
  name: z.string().max(100).optional(),
  formula: z.string().max(300).optional(),
  /** as in RuleNode */
  sentence: z.string().optional(),
  upperBound: z.boolean().optional(),
})
const some = z.number({ error: '应为整数' }).int('应为整数').min(1, '至少 1 家').max(10_000, '最多 10000 家').optional()
export const RuleAllocation = z.object({
  way: z.enum(['prorata', 'first', 'rank']),
  budget: z.number({ error: '应为数字（万元）' }).positive('应大于 0').max(1e9, '数额过大').optional(),
  places: some,
  topShare: z.number({ error: '应为比例' }).gt(0, '应大于 0').lt(1, '应小于 100%').optional(),
  perTown: some,
  perGroup: some,
  rankBy: z.string().max(500).optional(),
  lowFirst: z.boolean().optional(),
  awards: z
    .array(
      z.object({
        to: z.number({ error: '应为整数' }).int('应为整数').min(1, '至少第 1 名').max(10_000, '最多第 10000 名'),
        amount: z.number({ error: '应为数字（万元）' }).positive('应大于 0').max(1e9, '数额过大'),
      }),
    )
    .min(1, '至少一档')
    .max(20, '最多 20 档')
    .optional(),
})
/** The single source for who qualifies and for how much. `closable`: ids of leaves whose gap a company can close. */
export const PolicyRule = z.object({
  conditions: RuleNode,
  benefits: z.array(RuleBenefit).max(30),
  benefitCombine: z.enum(['sum', 'max']).default('sum'),
  exclusiveGroup: z.string().max(64).optional(),
  competitive: z.boolean().optional(),
  /** projects of one company that are supported per year; shown beside every amount, because their number is unknown (ADR 0090) */
  maxPerYear: z.number({ error: '应为整数' }).int('应为整数').min(1, '至少 1 个').max(100, '最多 100 个').optional(),
  closable: z.array(z.string().max(64)).max(300).nullable().optional(),
  /** how applicants share the money (ADR 0215) */
  allocation: RuleAllocation.optional(),
  /** shares of the payers; they add up to 1 */
  funding: z
    .array(
      z.object({
        by: z.string().trim().min(1, '请填写由谁承担').max(30, '最多 30 字'),
        share: z.number({ error: '应为比例' }).gt(0, '应大于 0').max(1, '不超过 100%'),
      }),
    )
    .min(2, '至少两方')
    .max(6, '最多 6 方')
    .optional(),
  /** conditions for a refund, in words */
  clawback: z.string().max(300, '最多 300 字').optional(),
})
export type PolicyRule = z.output<typeof PolicyRule>
/** A rule for readers: every condition and benefit with its `sentence`. */
export const SaidRule = PolicyRule.extend({
  /** not validated again: it was checked when saved, and validation took three fifths of the schema’s time for a detail */
  conditions: openAnswer<RuleNode>('rule'),
  /** how the benefits combine, among themselves and with those of other policies */
  together: z.array(z.string()),
})
export type SaidRule = z.output<typeof SaidRule>

const PolicyRef = z.object({ id: z.number(), code: z.string(), policyTitle: z.string() })
export const PolicyDetail = PolicyListItem.extend({
  supportModeCodes: z.array(z.string()),
  industryNames: z.array(z.string()),
  /** rich text, sanitised */
  content: z.string(),
  materials: z.array(z.object({ name: z.string(), required: z.boolean(), note: z.string().nullable() })),
  process: z.array(z.object({ title: z.string(), text: z.string() })),
  issuingUnits: z.array(IssuingUnit),
  contactUnits: z.array(ContactUnit),
  attachments: z.array(z.object({ fileId: z.string(), fileName: z.string(), size: z.number() })),
  /** addresses or descriptions of the sources of the rule */
  sources: z.array(z.string()),
  sourceNote: z.string().nullable(),
  /** version in force today */
  versionNumber: z.number(),
  rule: SaidRule,
  versions: z.array(
    z.object({
      number: z.number(),
      effectiveFrom: z.string().nullable(),
      effectiveTo: z.string().nullable(),
      note: z.string().nullable(),
      createTime: z.string(),
    }),
  ),
  supersededBy: PolicyRef.nullable(),
  supersedes: z.array(PolicyRef),
  /** what repealed it (废止依据), if known; the day is `repealedOn` */
  repealedBy: PolicyRef.nullable(),
  repealBasis: z.string().nullable(),
  /** policies that this one repealed */
  repeals: z.array(PolicyRef),
  labels: z.array(z.object({ id: z.number(), labelName: z.string() })),
  /** published documents of the policy */
  documents: z.array(
    z.object({
      id: z.number(),
      fileName: z.string(),
      filePath: z.string(),
      docNo: z.string().nullable(),
      publishDate: z.string().nullable(),
    }),
  ),
  updateTime: z.string(),
})
export type PolicyDetail = z.output<typeof PolicyDetail>

const Facet = z.object({ value: z.string(), label: z.string(), count: z.number().int() })
export const PolicyFacets = z.object({
  total: z.number().int(),
  status: z.array(Facet),
  department: z.array(Facet),
  supportMode: z.array(Facet),
  industry: z.array(Facet),
  level: z.array(Facet),
  /** the most frequent labels, and the requested ones */
  label: z.array(Facet),
  publishYear: z.array(Facet),
})
export type PolicyFacets = z.output<typeof PolicyFacets>

export const SearchHit = z.object({
  type: z.string(),
  typeName: z.string(),
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  url: z.string(),
  time: z.string().nullable(),
  /** as for a policy in a list */
  passage: z.string().optional(),
})
export type SearchHit = z.output<typeof SearchHit>

export const idOrCode = z
  .strictObject({
    id: id.optional(),
    code: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, '政策编码格式不正确')
      .optional(),
  })
  .refine((q) => (q.id === undefined) !== (q.code === undefined), { error: '请给出政策 id 或 code 之一', path: ['id'] })

export const market = {
  list: get('/pol/my/list', { access: 'public', query: PolicyFilter, returns: PolicyFound, summary: '政策列表' }),
  /** each facet counts under all filters except its own */
  facets: get('/pol/my/facets', { access: 'public', query: FacetFilter, returns: PolicyFacets, summary: '政策筛选项与数量' }),
  departments: get('/admin/policy/info/option', {
    access: 'public',
    query: z.strictObject({}),
    returns: z.array(option),
    summary: '发文部门选项',
  }),
  detail: get('/policy/doc/policyDetail', { access: 'public', query: idOrCode, returns: PolicyDetail, summary: '政策详情' }),
  related: get('/pol/info/related', {
    access: 'public',
    query: z.strictObject({ id, limit: wireInt(1, 10).default(5) }),
    returns: z.array(PolicyListItem),
    summary: '相关政策',
  }),
  express: get('/policy/doc/applyProjectExpressList', {
    access: 'public',
    query: z.strictObject({ keyword: question.optional(), depId: id.optional(), ...paging() }),
    returns: page(PolicyListItem),
    summary: '可申报项目速递，先截止的在前',
  }),
  hot: get('/pol/info/hotList', {
    access: 'public',
    query: z.strictObject({ page: wireInt(1, 100).default(1), pageSize: wireInt(1, 50).default(10) }),
    returns: page(PolicyListItem),
    summary: '热门政策',
  }),
  view: post('/pol/info/incViewNum', {
    access: 'public',
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.object({ viewNum: z.number() }),
    perMinute: 120,
    summary: '浏览计数，同一访客 10 分钟计一次',
  }),
  enums: get('/pol/info/enums', {
    access: 'public',
    query: z.strictObject({}),
    returns: z.record(z.string(), z.array(option)),
    summary: '政策枚举',
  }),
  /** Suggestions while typing: words and titles that start with the input, in characters, pinyin or initials. */
  suggest: get('/pol/my/suggest', {
    access: 'public',
    perMinute: 600,
    query: z.strictObject({ q: question.default('') }),
    returns: z.object({ words: z.array(z.string()), policies: z.array(z.object({ id: z.number(), policyTitle: z.string() })) }),
  }),
  search: get('/thirdPartApi/globalSearch', {
    access: 'public',
    query: z.strictObject({
      keyword: question.default(''),
      type: z
        .string()
        .regex(/^[a-zA-Z]{1,20}$/, '类别不正确')
        .optional(),
      /** keys of facts in the words that must not count, as in the list of policies */
      without: filters.without,
      ...paging(50),
    }),
    returns: z.object({
      total: z.number().int(),
      list: z.array(SearchHit),
      /** without a certain match: the possible ones */
      maybe: z.array(SearchHit).optional(),
      /** words of the question that occur in the rows */
      words: z.array(z.string()),
      /** as in the list of policies: words as asked and as searched, document numbers without a policy */
      asked: z.string().optional(),
      searched: z.string().optional(),
      missing: z.array(z.string()).optional(),
      nowhere: z.string().optional(),
      types: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
    }),
    summary: '全站搜索',
  }),
}
