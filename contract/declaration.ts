/** Declarations for a project and their review (spec §3 project payload, §4 declaring a policy, §7 /dec/my, /dec/declare). */
import { z } from 'zod'
import { BatchResult, batchItems } from './batch.ts'
import { openAnswer } from './open-answer.ts'
import { can, get, post, types, type Data } from './endpoint.ts'
import { id, keyword, page, paging, query, requiredText, sorting, text, wireInt, wireTime, isoDate } from './fields.ts'
import { authStatus, factValue } from './company.ts'
import type { Judgement } from './matching.ts'
import { declarationStates, isStateCode, riskTypes, stepModes, type StepMode } from './declaration/states.ts'
import { deskVerdict, reviewGround } from './declaration/ground.ts'
import { projectTemplate } from './declaration/template.ts'
import { attachments, correction, droppedValue, formData, formValue } from './form/answers.ts'
export * from './declaration/states.ts'
export * from './declaration/template.ts'
export * from './form/answers.ts'
export * from './form/template.ts'

/** material key → file keys from POST /files/upload */
export const fileKeys = z
  .record(z.string().max(40), z.array(z.string().min(20).max(80)).max(20))
  .refine((v) => Object.keys(v).length <= 30, '材料过多')
const stateCode = wireInt(0, 9).refine(isStateCode, '状态不存在')
const riskType = z.enum([riskTypes.none, riskTypes.blocking, riskTypes.warning])
const version = wireInt(1, Number.MAX_SAFE_INTEGER)
const option = z.object({ label: z.string(), value: z.union([z.string(), z.number()]) })

const projectSummary = z.object({
  id: z.number(),
  policyId: z.number(),
  policyCode: z.string(),
  policyTitle: z.string(),
  name: z.string(),
  applyStartTime: z.string(),
  applyEndTime: z.string(),
  examineStartTime: z.string(),
  examineEndTime: z.string(),
  examineDep: z.number(),
  depName: z.string(),
  /** number of papers that its form requires */
  materials: z.number(),
  /** blank forms of these papers, public for download */
  blanks: z.array(z.object({ name: z.string(), filePath: z.string(), fileName: z.string() })),
  /** 0 未开始 · 1 申报中 · 2 审核中 · 3 已结束, by the clock */
  state: z.number(),
  stateName: z.string(),
})
const projectRow = projectSummary.extend({ version: z.number(), declarationCount: z.number(), pendingCount: z.number() })
export const projectDetail = projectSummary.extend({
  template: projectTemplate,
  version: z.number(),
  /** every change of the form is a version; drafts follow it, submitted declarations keep theirs */
  formVersion: z.number(),
  /** false once something was submitted: steps, periods and name are then fixed; form (as a new version) and times can still change */
  templateEditable: z.boolean(),
  /** a person who signed the review cannot decide */
  separateDecision: z.boolean(),
})
export type ProjectSummary = z.output<typeof projectSummary>
export type ProjectRow = z.output<typeof projectRow>
export type ProjectCopy = Data<typeof project.copy>
export type ProjectDetail = z.output<typeof projectDetail>

export const timelineEntry = z.object({
  at: z.string(),
  action: z.string(),
  actionName: z.string(),
  /** staff only: the verdict at the pass, and the ground on which it was passed */
  ground: z.string().nullable(),
  /** enterprises see the office, staff also the person */
  who: z.string(),
  fromState: z.string().nullable(),
  toState: z.string(),
  opinion: z.string().nullable(),
  round: z.number(),
  /** revoked within the permitted seconds; enterprises never see such an entry */
  revoked: z.boolean(),
})
export type TimelineEntry = z.output<typeof timelineEntry>

const declarationRow = z.object({
  id: z.number(),
  declareNo: z.string().nullable(),
  projectId: z.number(),
  projectName: z.string(),
  policyId: z.number(),
  policyTitle: z.string(),
  companyId: z.number(),
  companyName: z.string(),
  depName: z.string(),
  state: z.number(),
  stateName: z.string(),
  nextStep: z.string(),
  /** draft and withdrawn: end of the application period; returned: correction deadline; under review: end of the examination period */
  deadline: z.string().nullable(),
  /** working days until then, negative after it; null without a deadline and for the end of the application period */
  workdaysLeft: z.number().nullable(),
  /** 万元 */
  amount: z.number().nullable(),
  approvedAmount: z.number().nullable(),
  submitTime: z.string().nullable(),
  updateTime: z.string(),
  version: z.number(),
  round: z.number(),
  riskType: riskType.nullable(),
  /** staff only: the verdict of the day of submission */
  verdict: deskVerdict.nullable(),
  /** staff only, 万元: the amount by the rule, if it is certain and the company consents to the use of its archive */
  measured: z.number().nullable(),
  /** staff only: who has taken it at the present step */
  holder: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** moves that the reader may make now; in the staff list also `answer` when their opinion is requested */
  allowed: z.array(z.string()),
})
export type DeclarationRow = z.output<typeof declarationRow>
const carriedNote = z.object({ from: z.number(), to: z.number(), dropped: z.array(droppedValue), added: z.array(z.string()) })
export type CarriedNote = z.output<typeof carriedNote>

export const declarationDetail = declarationRow.extend({
  project: projectDetail,
  formData,
  files: attachments,
  corrections: z.array(correction),
  /** values of the last submitted round, present from the second round on */
  previous: z.object({ formData, files: attachments }).nullable(),
  /** null: everything can be edited; a list: only these paths (corrections, and what was hidden at submission) */
  unlocked: z.array(z.string()).nullable(),
  /** set when the draft was moved from an older version of the form and not submitted since */
  carried: carriedNote.nullable(),
  timeline: z.array(timelineEntry),
  /** address on this site where everybody can check the receipt; null before the first submission */
  verifyPath: z.string().nullable(),
})
export type DeclarationDetail = z.output<typeof declarationDetail>
const reviewNote = z.object({ id: z.number(), at: z.string(), who: z.string(), text: z.string() })
export type ReviewNote = z.output<typeof reviewNote>
const reviewDetail = declarationDetail.extend({
  company: z.object({ id: z.number(), companyName: z.string(), code: z.string(), authStatus, completeness: z.number().nullable() }),
  /** risks from the archive; null without the company's authorization (archive not read) */
  risks: z.array(z.object({ riskName: z.string(), riskCount: z.number(), blocking: z.boolean() })).nullable(),
  /** the answers beside the values of the archive; null without the company’s consent */
  checks: z
    .array(
      z.object({
        key: z.string(),
        label: z.string(),
        declared: formValue,
        archived: factValue,
        source: z.string(),
        asOf: z.string().nullable(),
        agrees: z.boolean(),
      }),
    )
    .nullable(),
  /**
   * The verdict of the policy’s rule on the answers (and the archive, with consent) at submission, as it was explained then; for older
   * submissions computed for that day. Null when the policy is no longer in force.
   */
  judgement: openAnswer<Judgement>('judgement').nullable(),
  /** the same verdict today */
  judgementNow: openAnswer<Judgement>('judgement').nullable(),
  /** whether the holder may still act on it; if not, those who may act can pass it on */
  holderActs: z.boolean(),
  /** the reader’s own decision that can still be revoked, and until when */
  undo: z.object({ actionName: z.string(), until: z.string() }).nullable(),
  /** how the present step is signed; null where no signature is needed */
  signing: z
    .object({
      stepName: z.string(),
      mode: z.enum(Object.keys(stepModes) as [StepMode, ...StepMode[]]),
      /** the colleague for whom the reader would sign */
      behalf: z.string().nullable(),
      /** the reader’s pass completes the step */
      last: z.boolean(),
      /** offices of 会签, 依次会签 and 或签, in order */
      offices: z.array(z.object({ id, name: z.string(), signed: z.boolean(), due: z.boolean() })),
    })
    .nullable(),
  notes: z.array(reviewNote),
})
export type ReviewDetail = z.output<typeof reviewDetail>

export const riskCheck = z.object({
  riskType,
  wholeInfo: z.boolean(),
  riskList: z.array(z.object({ riskName: z.string(), riskCount: z.number() })),
})
export type RiskCheck = z.output<typeof riskCheck>

const opinion = text(300)
const reviewState = z.enum(['pass', 'refuse'], { error: '请选择审核结果' })

export const project = {
  save: post('/gov/policy/doc/saveProject', {
    access: can('project:manage'),
    body: z.strictObject({
      id: id.optional(),
      version: version.optional(),
      policyId: id,
      applyStartTime: wireTime,
      applyEndTime: wireTime,
      examineStartTime: wireTime,
      examineEndTime: wireTime,
      /** office id */
      examineDep: id,
      /** 决定与审核不得同一人; default: on for a new project where two persons can sign, unchanged for an existing one */
      separateDecision: z.boolean().optional(),
      template: z.preprocess((v) => {
        if (typeof v !== 'string') return v
        try {
          return JSON.parse(v)
        } catch {
          return v
        }
      }, projectTemplate),
    }),
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新增或修改申报项目',
  }),
  /** initial values for a new project of the next year; nothing is saved except copies of its blank forms */
  copy: post('/gov/policy/doc/copyProject', {
    access: can('project:manage'),
    body: z
      .strictObject({ id: id.optional(), policyId: id.optional() })
      .refine((b) => (b.id === undefined) !== (b.policyId === undefined), { error: '请给出项目或政策之一', path: ['id'] }),
    returns: z.object({
      policyId: z.number(),
      policyTitle: z.string(),
      /** null: the policy has no project yet */
      project: z.object({ examineDep: z.number(), separateDecision: z.boolean(), template: projectTemplate }).nullable(),
      /** name of the project that was copied */
      copiedFrom: z.string().nullable(),
      /** papers whose blank form no longer exists */
      missing: z.array(z.string()),
    }),
    summary: '复制申报项目（表单、材料、环节；新年度，时间为空）',
  }),
  manageList: get('/gov/policy/doc/projectList', {
    access: can('project:manage'),
    query: query({
      ...paging(),
      name: keyword.optional(),
      policyId: id.optional(),
      examineDep: id.optional(),
      state: wireInt(0, 3).optional(),
      ...sorting(['applyEndTime', 'applyStartTime', 'name', 'id'], '-id'),
    }),
    returns: page(projectRow),
    summary: '申报项目列表（管理）',
  }),
  list: get('/dec/project/list', {
    access: 'public',
    query: query({ ...paging(), name: keyword.optional(), policyId: id.optional(), state: wireInt(0, 3).optional() }),
    returns: page(projectSummary),
    summary: '申报项目列表',
  }),
  findById: get('/dec/project/findById', { access: 'public', query: query({ id }), returns: projectDetail, summary: '申报项目与申报表' }),
  /** project of a policy that is open now, else the next one; null when there is none */
  ofPolicy: get('/dec/project/ofPolicy', {
    access: 'public',
    query: query({ policyId: id }),
    returns: projectSummary.nullable(),
    summary: '政策当前的申报项目',
  }),
}

export const myDeclaration = {
  /** spec §4 decision table. Without authorization the archive is not read: 00, wholeInfo true, no risks. */
  check: get('/policy/doc/checkBeforeDeclaration', {
    access: types('QY'),
    query: query({ policyId: id }),
    returns: riskCheck,
    summary: '申报前风险核查',
  }),
  prefill: get('/dec/my/prefill', {
    access: types('QY'),
    query: query({ projectId: id }),
    returns: z.object({
      authStatus,
      values: z.record(z.string(), z.object({ value: formValue, source: z.string(), asOf: z.string().nullable() })),
    }),
    summary: '按档案预填申报表（须已授权）',
  }),
  /** Live eligibility meter: the form's values over the archive (with consent) against the policy's rule; wrong and blank values count as unknown. */
  eligibility: post('/dec/my/eligibility', {
    access: types('QY'),
    body: z.strictObject({ projectId: id, formData: formData.default({}) }),
    returns: z.object({ consent: z.boolean(), judgement: openAnswer<Judgement>('judgement').nullable() }),
    summary: '按正在填写的内容预判是否符合条件',
  }),
  /**
   * Autosave. Without `id` it opens the company's draft for the project: a new one with the given values, or the existing one unchanged
   * (`reused: true`; load it with findById). With `id` it needs the `version` last seen. Empty values are allowed; wrong ones are refused.
   */
  save: post('/dec/my/save', {
    access: types('QY'),
    body: z.strictObject({
      id: id.optional(),
      version: version.optional(),
      projectId: id,
      /** version of the form on the screen; CONFLICT when there is a newer one for this draft */
      formVersion: version.optional(),
      formData: formData.default({}),
      files: fileKeys.default({}),
    }),
    returns: z.object({ id: z.number(), version: z.number(), savedAt: z.string(), reused: z.boolean() }),
    summary: '保存申报草稿',
  }),
  /** INVALID with `fields` (formData.<key>, files.<key>) when incomplete; the same version sent again gets the same reply. */
  submit: post('/dec/my/submit', {
    access: types('QY'),
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
    summary: '提交申报',
  }),
  withdraw: post('/dec/my/withdraw', {
    access: types('QY'),
    as: 'form',
    body: z.strictObject({ id, version: version.optional() }),
    returns: z.literal(true),
    summary: '撤回申报',
  }),
  remove: post('/dec/my/delete', {
    access: types('QY'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.literal(true),
    summary: '删除草稿或已撤回的申报',
  }),
  list: get('/dec/my/list', {
    access: types('QY'),
    query: query({
      ...paging(),
      state: stateCode.optional(),
      /** all states that companies read under the same word as this one, such as 审核中 */
      group: stateCode.optional(),
      projectId: id.optional(),
      keyword: keyword.optional(),
    }),
    returns: page(declarationRow).extend({ counts: z.array(z.object({ state: z.number(), label: z.string(), count: z.number() })) }),
    summary: '我的申报',
  }),
  findById: get('/dec/my/findById', { access: types('QY'), query: query({ id }), returns: declarationDetail, summary: '我的申报详情' }),
  enums: get('/dec/my/enums', {
    access: types('QY'),
    returns: z.object({ state: z.array(option), projectState: z.array(option) }),
    summary: '申报枚举',
  }),
}

/** also the filters of the export `declaration` */
export const reviewFilters = {
  state: stateCode.optional(),
  projectId: id.optional(),
  policyId: id.optional(),
  companyName: keyword.optional(),
  declareNo: keyword.optional(),
  /** true: only those that wait for the reader; others: only those in review or correction that wait for somebody else */
  todo: z
    .enum(['true', 'false', 'others'])
    .transform((v) => (v === 'others' ? v : v === 'true'))
    .optional(),
  submitFrom: isoDate.optional(),
  submitTo: isoDate.optional(),
  verdict: deskVerdict.optional(),
  /** who has taken it: the reader, nobody (of those under review), or another user */
  holder: z.enum(['mine', 'none', 'others'], { error: '请选择办理人' }).optional(),
}
/** The order of the list, in which it is exported too. */
export const reviewSorting = sorting(['submitTime', 'updateTime', 'amount', 'deadline'], 'submitTime')
export const review = {
  list: get('/dec/declare/list', {
    access: can('declaration:read'),
    query: query({
      ...paging(),
      ...reviewFilters,
      /** true: only those that the reader’s service window entered and that are still to be completed */
      entered: z
        .enum(['true', 'false'])
        .transform((v) => v === 'true')
        .optional(),
      ...reviewSorting,
    }),
    returns: page(declarationRow).extend({ counts: z.array(z.object({ state: z.number(), label: z.string(), count: z.number() })) }),
    summary: '申报审核列表',
  }),
  findById: get('/dec/declare/findById', {
    access: can('declaration:read'),
    query: query({ id }),
    returns: reviewDetail,
    summary: '申报审核详情',
  }),
  /**
   * passes or refuses at the present step; a refusal needs an opinion; the pass of the last step needs `amount` (万元) if the project asks
   * for one
   */
  updateReviewState: post('/dec/declare/updateReviewState', {
    access: can('declaration:read'),
    body: z.strictObject({
      id,
      version,
      reviewState,
      reviewOpinion: opinion.default(''),
      amount: z.number().min(0).max(1_000_000).optional(),
      /** required when a declaration is passed that is not 符合 */
      ground: reviewGround.optional(),
    }),
    returns: z.object({ id: z.number(), state: z.number(), stateName: z.string(), version: z.number() }),
    summary: '审核（受理、通过、不予支持）',
  }),
  back: post('/dec/declare/back', {
    access: can('declaration:read'),
    body: z.strictObject({
      id,
      version,
      reason: requiredText(300, '请输入退回意见'),
      fields: z
        .array(
          z.strictObject({
            path: z.string().regex(/^(form|files)\.[A-Za-z0-9]{1,40}$/, '请选择需要补正的字段'),
            message: requiredText(200, '请说明需要补正的内容'),
          }),
        )
        .min(1, '请选择需要补正的字段')
        .max(100),
    }),
    returns: z.object({ id: z.number(), state: z.number(), stateName: z.string(), version: z.number(), deadline: z.string() }),
    summary: '退回补正',
  }),
  batch: post('/dec/declare/batchReview', {
    access: can('declaration:read'),
    body: z.strictObject({
      items: batchItems,
      reviewState,
      reviewOpinion: opinion.default(''),
    }),
    returns: BatchResult,
    summary: '批量审核（逐条结果）',
  }),
  /** revokes the reader’s own decision within DECISION_UNDO_S, if nothing else has happened (ADR 0062) */
  revoke: post('/dec/declare/revoke', {
    access: can('declaration:read'),
    body: z.strictObject({ id, version }),
    returns: z.object({ id: z.number(), state: z.number(), stateName: z.string(), version: z.number() }),
    summary: '撤回刚才的处理',
  }),
  /** reports that the declaration is open here (or, with `leaving`, no longer), and returns who else has it open */
  present: post('/dec/declare/present', {
    polled: true,
    access: can('declaration:read'),
    body: z.strictObject({ id, leaving: z.boolean().default(false) }),
    returns: z.object({ others: z.array(z.string()) }),
    summary: '正在查看（记录锁提示）',
  }),
  addNote: post('/dec/declare/addNote', {
    access: can('declaration:read'),
    body: z.strictObject({ id, text: requiredText(500, '请输入备注内容') }),
    returns: reviewNote,
    summary: '新增内部备注（企业不可见）',
  }),
  /** shows a masked phone in clear: only reviewers of the declaration, with a reason, 30 an hour, audited (P-02) */
  reveal: post('/dec/declare/reveal', {
    access: can('declaration:read'),
    body: z.strictObject({
      id,
      path: z.string().regex(/^form\.[A-Za-z0-9]{1,40}$/, '请选择要查看的字段'),
      reason: requiredText(200, '请填写查看理由'),
    }),
    returns: z.object({ value: z.string() }),
    summary: '查看完整联系方式（留痕）',
  }),
  enums: get('/dec/declare/enums', {
    access: 'token',
    returns: z.object({ state: z.array(option), projectState: z.array(option), step: z.array(option), riskType: z.array(option) }),
    summary: '审核枚举',
  }),
  statistics: get('/dec/declare/statistics', {
    access: can('declaration:read'),
    returns: z.object({
      todo: z.number(),
      overdue: z.number(),
      dueSoon: z.number(),
      today: z.number(),
      /** declarations on which the reader decided today */
      handledToday: z.number(),
      /** taken by the reader */
      held: z.number(),
      byState: z.array(z.object({ state: z.number(), label: z.string(), count: z.number() })),
      /** 万元 */
      approvedAmount: z.number(),
    }),
    summary: '审核待办数',
  }),
}

/** Whether a receipt is genuine; without company and state. */
export const receipt = {
  verify: get('/dec/receipt/verify', {
    access: 'public',
    query: query({
      no: z.string().regex(/^SB\d{8}-\d{4,}$/, '受理号格式错误'),
      code: z.string().regex(/^[0-9a-f]{16}$/, '校验码格式错误'),
    }),
    returns: z.object({
      valid: z.boolean(),
      declareNo: z.string(),
      projectName: z.string().nullable(),
      depName: z.string().nullable(),
      submitDate: z.string().nullable(),
    }),
    summary: '回执核验',
  }),
}

export const stateOptions = Object.values(declarationStates).map(({ code, internal }) => ({ label: internal, value: code }))
