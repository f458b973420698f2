/** Dictionary, logs and feedback, which many screens use. */
import { z } from 'zod'
import { BUSINESS_LOG_TYPE, FEEDBACK_MESSAGE_MAX, FEEDBACK_TITLE_MAX } from './constants.ts'
import { can, get, post, types } from './endpoint.ts'
import { codeList, feedbackPhone, id, isoDate, keyword, ok, page, paging, query, requiredText, text, wireInt } from './fields.ts'
import { messages } from './messages.ts'

export const DictItem = z.object({ label: z.string(), value: z.string(), parent: z.string().optional(), color: z.string().optional() })
export type DictItem = z.infer<typeof DictItem>

/** spec §5 (V007…V011): other and name share the message of the message field. */
export const Feedback = z.strictObject({
  name: requiredText(FEEDBACK_TITLE_MAX, messages.feedbackTitleRequired),
  textarea: requiredText(FEEDBACK_MESSAGE_MAX, messages.feedbackMessageRequired),
  othervalue: requiredText(100, messages.feedbackMessageRequired),
  namevalue: requiredText(50, messages.feedbackMessageRequired),
  phonevalue: feedbackPhone,
})

const LOG_BYTES = 2048
const fitsLog = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length <= LOG_BYTES

const EVENT_FIELDS = 20
const eventField = z.union([text(1000), z.number(), z.boolean(), z.null()], { error: '附加内容应为文字、数字或是否' })

/** spec §3: type, label and further fields, which are stored as sent: flat, few and short. */
export const BusinessEvent = z
  .object({
    type: wireInt(BUSINESS_LOG_TYPE, BUSINESS_LOG_TYPE),
    eventLabel: requiredText(100, '请说明事件'),
    url: text(1000).optional(),
    remark: text(1000).optional(),
  })
  .catchall(eventField)
  .refine((event) => Object.keys(event).length <= EVENT_FIELDS, `附加内容最多 ${EVENT_FIELDS - 2} 项`)
  .refine((event) => Object.keys(event).every((key) => /^[A-Za-z]\w{0,39}$/.test(key)), '附加内容的名称只含字母和数字')
  .refine(fitsLog, `内容不能超过 ${LOG_BYTES / 1024}KB`)

/** One line of the visit log (kind visit) or audit log (kind audit); phone and ID numbers masked. */
export const LogRow = z.object({
  id: z.number(),
  at: z.string(),
  userId: z.number().nullable(),
  userName: z.string().nullable(),
  userType: z.string().nullable(),
  ip: z.string().nullable(),
  routerName: z.string().optional(),
  pageTitle: z.string().nullable().optional(),
  action: z.string().optional(),
  objectType: z.string().nullable().optional(),
  objectId: z.string().nullable().optional(),
  /** of an object whose number is a word of the code: the Chinese name of a job */
  objectName: z.string().nullable().optional(),
  result: z.string().optional(),
  requestId: z.string().nullable().optional(),
  detail: z.unknown().optional(),
  sealed: z.boolean().optional(),
})

/** A log of millions of rows is not counted: at most this many are listed; filters give access to the others. */
export const LOG_LISTED = 1000

export const LogQuery = query({
  ...paging(),
  kind: z.enum(['visit', 'audit']).optional(),
  userName: keyword.optional(),
  routerName: keyword.optional(),
  action: keyword.optional(),
  objectType: keyword.optional(),
  objectId: keyword.optional(),
  result: z.enum(['ok', 'refused', 'failed']).optional(),
  requestId: keyword.optional(),
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
  /** only rows older than this one: the next LOG_LISTED rows after those that were listed */
  before: id.optional(),
})

const chainCheck = z.object({
  ok: z.boolean(),
  /** number of the first row that was checked */
  from: z.number(),
  checked: z.number(),
  unsealed: z.number(),
  /** daily anchors on this host through which the chain passes */
  anchors: z.number(),
  firstBad: z.object({ id: z.number().nullable(), sealNo: z.number(), reason: z.string() }).optional(),
})
export type ChainCheckResult = z.output<typeof chainCheck>

export const system = {
  getDict: get('/sys/getDict', {
    access: 'public',
    summary: '启用的字典，按类型',
    query: query({ types: codeList.optional() }),
    returns: z.record(z.string(), z.array(DictItem)),
  }),
  queryDictOptionByOptionIds: post('/sys/queryDictOptionByOptionIds', {
    access: 'public',
    summary: '按选项编号取字典项',
    body: z.strictObject({ optionIds: codeList, dictTypeCode: z.string().min(1, '必填').max(64) }),
    returns: z.array(z.object({ id: z.string(), label: z.string(), value: z.string() })),
  }),
  addBusinessLog: post('/pol/policyBusinessLog/add', {
    access: 'public',
    perMinute: 60,
    summary: '记录业务事件',
    body: BusinessEvent,
    returns: ok,
  }),
  saveFeedback: post('/sys/feedback/save', { access: 'public', perMinute: 10, summary: '提交留言反馈', body: Feedback, returns: ok }),
  listLogs: get('/sys/log/list', {
    access: types('YYF'),
    // Each log has its own screen; who reads both has that of the audit log.
    canBy: { kind: { visit: 'log:read', audit: 'audit:read' } },
    summary: '访问日志（log:read）或审计日志（audit:read）',
    query: LogQuery,
    /** more: there are more rows than the total */
    returns: page(LogRow).extend({ more: z.boolean() }),
  }),
  logFacets: get('/sys/log/facets', {
    access: can('audit:read'),
    summary: '审计日志中出现过的操作与对象类型',
    query: query({}),
    returns: z.object({ actions: z.array(z.string()), objectTypes: z.array(z.string()) }),
  }),
  auditNames: get('/sys/log/names', {
    access: can('audit:read'),
    summary: '一条审计记录里的编号和代码现在叫什么',
    query: query({ id }),
    returns: z.object({
      users: z.record(z.string(), z.string()),
      roles: z.record(z.string(), z.string()),
      offices: z.record(z.string(), z.string()),
      menus: z.record(z.string(), z.string()),
      roleCodes: z.record(z.string(), z.string()),
      /** the data rule that the entry changed, in words; null: another kind of entry */
      rule: z.object({ before: z.string(), after: z.string() }).nullable(),
      /** the account, role, office or menu to which it was done; null: another kind of object, or it was deleted */
      object: z.string().nullable(),
    }),
  }),
  officeOptions: get('/sys/office/options', {
    access: 'public',
    summary: '部门选项',
    returns: z.array(z.object({ id: z.number(), label: z.string(), parentId: z.number().nullable() })),
  }),
  checkAudit: get('/sys/log/check', {
    access: can('audit:read'),
    perMinute: 6,
    summary: '校验上次校验以来的审计链，指出第一条异常记录',
    returns: chainCheck,
  }),
  startWholeCheck: post('/sys/log/startWholeCheck', {
    access: can('audit:read'),
    perMinute: 6,
    summary: '从头校验全部审计链（后台任务）',
    body: z.strictObject({}),
    returns: z.object({ taskId: z.string() }),
  }),
  wholeCheck: get('/sys/log/wholeCheck', {
    access: can('audit:read'),
    summary: '全部校验的进度与结果',
    query: query({ taskId: z.uuid('任务编号不正确') }),
    returns: z.object({
      state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
      done: z.number(),
      total: z.number().nullable(),
      result: chainCheck.nullable(),
    }),
  }),
}
