/**
 * The rest of the declaration process: entering for an enterprise, delegation, opinions, duplicates, reuse of a dossier, the evidence
 * vault.
 */
import { z } from 'zod'
import { declarationDetail, fileKeys, formData } from '../declaration.ts'
import { can, get, post, types } from '../endpoint.ts'
import { id, isoDate, keyword, page, paging, query, requiredText, text, wireBoolean, wireEnd, wireInt, wireTime } from '../fields.ts'
import { evidenceKinds, opinionVerdicts, type EvidenceKind, type OpinionVerdict } from './process-words.ts'
import { uniqueKinds, type UniqueKind } from '../form/template.ts'
export * from './process-words.ts'

const version = wireInt(1, Number.MAX_SAFE_INTEGER)
const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as [K, ...K[]]

/**
 * Staff of the service window enter what an enterprise hands in on paper, and its corrections; the declaration belongs to the enterprise,
 * which sees it at once.
 */
export const entered = {
  /** in clear, as typed at the window, so that it can be continued */
  findById: get('/dec/declare/entered', {
    access: can('declaration:accept'),
    query: query({ id }),
    returns: declarationDetail,
    summary: '代录的申报（供继续录入和代为补正）',
  }),
  save: post('/dec/declare/save', {
    access: can('declaration:accept'),
    body: z
      .strictObject({
        id: id.optional(),
        version: version.optional(),
        companyId: id,
        projectId: id,
        formVersion: version.optional(),
        /** the authorisation by the enterprise: 授权委托书 and the like */
        entrust: text(200).optional(),
        formData: formData.default({}),
        files: fileKeys.default({}),
      })
      .refine((b) => b.id !== undefined || Boolean(b.entrust), { path: ['entrust'], error: '请填写委托依据' }),
    returns: z.object({ id: z.number(), version: z.number(), savedAt: z.string(), reused: z.boolean() }),
    summary: '代企业录入申报',
  }),
  submit: post('/dec/declare/submit', {
    access: can('declaration:accept'),
    body: z.strictObject({ id, version, promise: z.literal(true, { error: '请先勾选承诺' }) }),
    returns: z.object({
      id: z.number(),
      declareNo: z.string(),
      submitTime: z.string(),
      state: z.number(),
      stateName: z.string(),
      nextStep: z.string(),
      deadline: z.string().nullable(),
      verifyPath: z.string(),
    }),
    summary: '代企业提交申报',
  }),
  remove: post('/dec/declare/delete', {
    access: can('declaration:accept'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.literal(true),
    summary: '删除代录的草稿',
  }),
  /** the answers for one project, one column per question; personal values masked */
  data: get('/dec/declare/formData', {
    access: can('declaration:read'),
    query: query({ ...paging(), projectId: id, keyword: keyword.optional() }),
    returns: z.object({
      total: z.number(),
      columns: z.array(z.object({ key: z.string(), label: z.string() })),
      list: z.array(
        z.object({
          id: z.number(),
          declareNo: z.string().nullable(),
          companyName: z.string(),
          state: z.number(),
          stateName: z.string(),
          formVersion: z.number(),
          submitTime: z.string().nullable(),
          cells: z.record(z.string(), z.string()),
        }),
      ),
    }),
    summary: '申报数据（按申报表的字段）',
  }),
}

const delegationRow = z.object({
  id: z.number(),
  userName: z.string(),
  delegateName: z.string(),
  delegateOffice: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string(),
  reason: z.string(),
  /** 0 未开始 · 1 生效中 · 2 已结束 · 3 已撤销 · 4 受托人已退出 */
  state: z.number(),
  mine: z.boolean(),
  /** of one that was ended before its time: when, by whom and why. No name: it ended with the delegator’s account, or it was not recorded */
  endedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
})
export type DelegationRow = z.output<typeof delegationRow>
export const delegation = {
  list: get('/dec/delegation/list', {
    access: can('declaration:read'),
    /** received: given to the reader, or by the reader · open: runs or will run, or is over */
    query: query({ ...paging(), received: wireBoolean.optional(), open: wireBoolean.optional() }),
    returns: page(delegationRow),
    summary: '审核委托：我委托的和委托给我的',
  }),
  save: post('/dec/delegation/save', {
    access: can('declaration:read'),
    body: z.strictObject({
      delegateId: id,
      startTime: wireTime,
      endTime: wireEnd,
      reason: requiredText(200, '请填写委托原因'),
    }),
    returns: z.object({ id: z.number() }),
    summary: '委托同事代为审核（有期限）',
  }),
  revoke: post('/dec/delegation/revoke', {
    access: can('declaration:read'),
    as: 'form',
    /** the reason is what a delegate who declines tells the delegator */
    body: z.strictObject({ id, reason: text(200).default('') }),
    returns: z.literal(true),
    summary: '撤销委托；受托人不再代办',
  }),
  /** staff who review declarations: for delegation and for opinions */
  colleagues: get('/dec/delegation/colleagues', {
    access: can('declaration:read'),
    /** `officeId` 0: users without an office */
    query: query({ keyword: keyword.optional(), officeId: wireInt(0, Number.MAX_SAFE_INTEGER).optional() }),
    returns: z.array(z.object({ id: z.number(), name: z.string(), officeName: z.string().nullable() })),
    summary: '可委托或征求意见的同事',
  }),
}

const opinionRow = z.object({
  id: z.number(),
  declarationId: z.number(),
  declareNo: z.string().nullable(),
  projectName: z.string(),
  companyName: z.string(),
  round: z.number(),
  askedBy: z.string(),
  askedOf: z.string(),
  question: z.string(),
  withScore: z.boolean(),
  blocking: z.boolean(),
  due: z.string(),
  overdue: z.boolean(),
  state: z.enum(['open', 'answered', 'withdrawn']),
  verdict: z.enum(keysOf<OpinionVerdict>(opinionVerdicts)).nullable(),
  score: z.number().nullable(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.string().nullable(),
  mayAnswer: z.boolean(),
  /** 'reason': as head of the office that requested it, with a reason */
  mayWithdraw: z.union([z.boolean(), z.literal('reason')]),
  /** who ended it for the requester, and why */
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
})
export type OpinionRow = z.output<typeof opinionRow>
export const opinions = {
  ask: post('/dec/opinion/ask', {
    access: can('declaration:read'),
    body: z
      .strictObject({
        declarationId: id,
        officeId: id.optional(),
        userId: id.optional(),
        question: requiredText(500, '请填写征求意见的问题'),
        withScore: z.boolean().default(false),
        blocking: z.boolean().default(true),
        workdays: wireInt(1, 60),
      })
      .refine((b) => (b.officeId === undefined) !== (b.userId === undefined), { path: ['officeId'], error: '请选择一个部门或一位专家' }),
    returns: z.object({ id: z.number() }),
    summary: '征求部门或专家意见',
  }),
  answer: post('/dec/opinion/answer', {
    access: can('declaration:read'),
    body: z.strictObject({
      id,
      verdict: z.enum(keysOf<OpinionVerdict>(opinionVerdicts), { error: '请选择意见' }),
      score: wireInt(0, 100).optional(),
      answer: requiredText(1000, '请填写意见内容'),
    }),
    returns: z.literal(true),
    summary: '答复征求的意见',
  }),
  withdraw: post('/dec/opinion/withdraw', {
    access: can('declaration:read'),
    as: 'form',
    body: z.strictObject({ id, reason: text(200).optional() }),
    returns: z.literal(true),
    summary: '撤回征求的意见；征求人的部门领导写明原因也可以结束',
  }),
  /** opinions of one declaration, or (without it) those that wait for the reader and those answered */
  list: get('/dec/opinion/list', {
    access: can('declaration:read'),
    query: query({ ...paging(), declarationId: id.optional(), open: wireBoolean.optional() }),
    returns: page(opinionRow),
    summary: '意见列表',
  }),
}

const duplicate = z.object({
  kind: z.enum(keysOf<UniqueKind>(uniqueKinds)),
  kindName: z.string(),
  /** as entered here, with the field */
  value: z.string(),
  label: z.string(),
  other: z.object({
    id: z.number(),
    declareNo: z.string(),
    policyTitle: z.string(),
    projectName: z.string(),
    companyName: z.string(),
    depName: z.string(),
    stateName: z.string(),
    amount: z.number().nullable(),
    approvedAmount: z.number().nullable(),
    submitTime: z.string(),
    value: z.string(),
    label: z.string(),
    /** the reader may open it */
    visible: z.boolean(),
  }),
})
export type Duplicate = z.output<typeof duplicate>
export const duplicates = {
  list: get('/dec/declare/duplicates', {
    access: can('declaration:read'),
    query: query({ id }),
    returns: z.object({ checked: z.number(), list: z.array(duplicate) }),
    summary: '查重：同一发票、项目、专利的其他申报',
  }),
}

export const reuse = {
  sources: get('/dec/my/reusable', {
    access: types('QY'),
    query: query({ projectId: id }),
    returns: z.array(
      z.object({
        id: z.number(),
        declareNo: z.string(),
        projectName: z.string(),
        submitTime: z.string(),
        /** number of answers and files that would be copied */
        values: z.number(),
        files: z.number(),
      }),
    ),
    summary: '可沿用的历史申报',
  }),
  copy: post('/dec/my/copy', {
    access: types('QY'),
    body: z.strictObject({ id, version, fromId: id }),
    /**
     * names of what was not copied. `expired`: expired papers; `left`: answers without a field in the new form, that do not fit it, or that
     * no longer exist
     */
    returns: z.object({
      id: z.number(),
      version: z.number(),
      values: z.number(),
      files: z.number(),
      expired: z.array(z.string()),
      left: z.object({ answers: z.array(z.string()), files: z.array(z.string()) }),
    }),
    summary: '沿用历史申报的内容和材料（只填空白项）',
  }),
}

const evidenceRow = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(keysOf<EvidenceKind>(evidenceKinds)),
  kindName: z.string(),
  number: z.string().nullable(),
  fileName: z.string(),
  filePath: z.string(),
  size: z.number(),
  issuedOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
  /** whole days; negative when expired */
  daysLeft: z.number().nullable(),
  note: z.string().nullable(),
  version: z.number(),
  updateTime: z.string(),
})
export type EvidenceRow = z.output<typeof evidenceRow>
const dateOrNone = isoDate.nullable().optional()
export const SaveEvidence = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    name: requiredText(80, '请输入材料名称'),
    kind: z.enum(keysOf<EvidenceKind>(evidenceKinds), { error: '请选择材料类别' }),
    number: text(60).nullable().optional(),
    filePath: z.string({ error: '请上传文件' }).min(20, '请上传文件').max(80),
    issuedOn: dateOrNone,
    expiresOn: dateOrNone,
    note: text(200).nullable().optional(),
  })
  .refine((b) => !b.issuedOn || !b.expiresOn || b.issuedOn <= b.expiresOn, { path: ['expiresOn'], error: '有效期不能早于签发日期' })
export const evidence = {
  list: get('/dec/evidence/list', {
    access: types('QY'),
    query: query({
      ...paging(),
      keyword: keyword.optional(),
      kind: z.enum(keysOf<EvidenceKind>(evidenceKinds)).optional(),
      /** true: valid today; false: expired */
      valid: wireBoolean.optional(),
    }),
    returns: page(evidenceRow),
    summary: '企业材料库',
  }),
  save: post('/dec/evidence/save', {
    access: types('QY'),
    body: SaveEvidence,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '保存材料',
  }),
  remove: post('/dec/evidence/delete', {
    access: types('QY'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.literal(true),
    summary: '删除材料',
  }),
  /** copies the file as the caller’s own, ready for a declaration */
  use: post('/dec/evidence/use', {
    access: types('QY'),
    body: z.strictObject({ id }),
    returns: z.object({ filePath: z.string(), fileName: z.string() }),
    summary: '在申报中使用材料库的文件',
  }),
}
