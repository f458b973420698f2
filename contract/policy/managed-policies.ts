/** Management of policies in the workbench: write, publish, take down, versions. */
import { z } from 'zod'
import { batchIds, batchItems, BatchResult } from '../batch.ts'
import { tones } from '../codes.ts'
import { can, get, post } from '../endpoint.ts'
import { id, idList, isoDate, keyword, ok, page, paging, requiredText, sorting, text, wireInt, wireTime } from '../fields.ts'
import { orderEnds } from '../order-ends.ts'
import { AREA, trimmedArea } from '../place.ts'
import { messages } from '../messages.ts'
import { isToTheYuan, TO_THE_YUAN } from '../money.ts'
import { ContactUnit, issuersText, IssuingUnit, UNITS_MAX } from '../units.ts'
import { levelOptions, policyOrigins } from './codes.ts'
import { Checked } from './compare.ts'
import { industryOrAllList, labelIdList, levelList, supportModeList } from './lists.ts'
import { PolicyDetail, PolicyHead, PolicyRule, SaidRule } from './market.ts'
import { Proposal } from './proposal.ts'

/** in the order of the buttons of a row */
export const policyMoves = ['publish', 'withdraw', 'approve', 'reject', 'takeUp', 'takeDown', 'delete'] as const
export type PolicyMove = (typeof policyMoves)[number]

export const policyActions = [...policyMoves, 'edit', 'revise', 'repeal', 'setTop', 'schedule'] as const

/** actions before which the references to a policy are shown */
export const dependentActions = ['delete', 'takeDown', 'repeal'] as const
export type DependentAction = (typeof dependentActions)[number]

export const ManagedPolicy = PolicyHead.extend({
  state: z.number(),
  stateName: z.string(),
  version: z.number(),
  versionNumber: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
  /** instants of scheduled publishing and taking down */
  publishAt: z.string().nullable(),
  takeDownAt: z.string().nullable(),
  submitterName: z.string().nullable(),
  submitTime: z.string().nullable(),
  reviewerName: z.string().nullable(),
  reviewOpinion: z.string().nullable(),
  /** attachments and links that were broken at the last check */
  brokenLinks: z.number(),
  /** open proposals, and the recorded repeal */
  proposals: z.array(Proposal),
  /** actions that the caller may do with this row */
  allowed: z.array(z.enum(policyActions)),
  /** among the published policies with the same pinning; only lists tell it */
  ends: orderEnds.optional(),
})
export type ManagedPolicy = z.output<typeof ManagedPolicy>
export const ManagedPolicyDetail = PolicyDetail.extend({
  state: z.number(),
  stateName: z.string(),
  version: z.number(),
  createTime: z.string(),
  reviewOpinion: z.string().nullable(),
  depIds: z.array(z.number()),
  publishAt: z.string().nullable(),
  takeDownAt: z.string().nullable(),
  submitterName: z.string().nullable(),
  submitTime: z.string().nullable(),
  reviewerName: z.string().nullable(),
  proposals: z.array(Proposal),
  /** for editing */
  rule: PolicyRule,
  /** for readers */
  saidRule: SaidRule,
  /** whether `maxAmount` is derived from the benefits; otherwise an editor has set it */
  maxAmountDerived: z.boolean(),
  /** the stored code, also of an unpublished policy */
  supersededByCode: z.string().nullable(),
  allowed: z.array(z.enum(policyActions)),
})
export type ManagedPolicyDetail = z.output<typeof ManagedPolicyDetail>

export const managedSorts = ['policyCreateTime', 'updateTime', 'policyTitle', 'applyTo', 'viewNum', 'state', 'submitTime', 'shelf'] as const
const managedFields = {
  keyword: keyword.optional(),
  state: wireInt(0, 5).optional(),
  /** what waits for a review, including proposals; 1: by the caller (who wrote nothing on it) · 2: by anybody */
  forReview: wireInt(0, 2).optional(),
  labelId: labelIdList.optional(),
  level: levelList.optional(),
  supportMode: supportModeList.optional(),
  policyDepId: id.optional(),
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
  ...sorting(managedSorts, '-updateTime'),
  ...paging(9000),
}
export const ManagedFilter = z.strictObject(managedFields)
/** Input of an export: the filters of the screen, or the ticked rows. */
export const ManagedExport = z.strictObject({ ...managedFields, ids: idList.optional() })

/** Depth of a JSON value, at most 61; without recursion, because the value comes from outside. */
export function ruleDepth(value: unknown): number {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= 60; depth++) {
    level = level.flatMap((v) => (typeof v === 'object' && v !== null ? Object.values(v) : []))
    if (level.length === 0) return depth
  }
  return 61
}
const httpUrl = z
  .string()
  .max(500, '最多 500 个字')
  .regex(/^(https?:\/\/[^\s]+)?$/, '应为 http(s):// 开头的完整地址')
  .refine((s) => s === '' || URL.canParse(s), '应为 http(s):// 开头的完整地址')
export const SavePolicy = z
  .strictObject({
    /** missing = new; otherwise `version` as read is needed */
    id: id.optional(),
    version: wireInt(1, 2_000_000_000).optional(),
    policyTitle: requiredText(200, '请输入政策标题'),
    policyNo: text(200).nullish(),
    /** the issuers in words; generated from `issuingUnits` if these are given */
    policyDepName: text(200).optional(),
    issuingUnits: z.array(IssuingUnit).max(UNITS_MAX, `最多 ${UNITS_MAX} 个`).optional(),
    /** missing = unchanged */
    contactUnits: z.array(ContactUnit).max(UNITS_MAX, `最多 ${UNITS_MAX} 个`).optional(),
    level: z.string({ error: '请选择政策级别' }).refine((v) => levelOptions.some((o) => o.value === v), '请选择政策级别'),
    /** place of application; null = the whole country, missing = unchanged (for a new policy: the place of the site) */
    areaCode: z
      .string()
      .max(12)
      .transform(trimmedArea)
      .refine((v) => AREA.test(v), '请选择适用地区，或填写行政区划代码')
      .nullish(),
    supportModes: supportModeList.refine((l) => l.length > 0, '请选择支持方式'),
    industries: industryOrAllList.refine((l) => l.length > 0, '请选择适用行业'),
    summary: requiredText(500, '请输入政策摘要'),
    content: z
      .string({ error: '请输入政策正文' })
      .max(400_000, '正文过长')
      .refine((s) => !s.includes('\u0000') && s.isWellFormed(), '含有无法识别的字符')
      .refine((s) => /\S/.test(s), '请输入政策正文'),
    applyFrom: isoDate.nullish(),
    applyTo: isoDate.nullish(),
    period: text(300).nullish(),
    /** 1 = application at applyUrl (spec §4) */
    urlType: wireInt(0, 1).default(0),
    applyUrl: httpUrl.nullish(),
    materials: z
      .array(z.strictObject({ name: requiredText(200, '请输入材料名称'), required: z.boolean().default(true), note: text(300).nullish() }))
      .max(60)
      .default([]),
    process: z
      .array(z.strictObject({ title: requiredText(60, '请输入环节名称'), text: text(500) }))
      .max(20)
      .default([]),
    /** `filePath` of uploads; name and size may be returned as they were sent and are ignored: those of the stored files count */
    attachments: z
      .array(
        z.strictObject({
          fileId: z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确'),
          fileName: z.string().max(255).optional(),
          size: z.number().optional(),
        }),
      )
      .max(20)
      .default([]),
    origin: z.enum(policyOrigins).default('own'),
    sources: z.array(text(500)).max(20).default([]),
    sourceNote: text(300).nullish(),
    supersededByCode: z.string().max(64).nullish(),
    /** missing = unchanged */
    labelIds: labelIdList.optional(),
    /** checked by the engine, which names the path of a fault */
    rule: z
      .unknown()
      .refine((rule) => ruleDepth(rule) <= 60, '规则嵌套过深')
      .pipe(PolicyRule),
    /** 万元 that one company can get at most; derived from the benefits when missing, null = no ceiling */
    maxAmount: z
      .number({ error: '请填数字' })
      .min(0, '不能小于 0')
      .max(10_000_000, '最高额度过大')
      .refine(isToTheYuan, TO_THE_YUAN)
      .nullish(),
    /** first day of the rule; default today. A published policy gets a new version. */
    effectiveFrom: isoDate.optional(),
    versionNote: text(300).nullish(),
  })
  .superRefine((p, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (p.issuingUnits?.length === 0) fault('issuingUnits', messages.issuingUnitRequired)
    if (p.issuingUnits === undefined && !p.policyDepName) fault('policyDepName', '请输入发文部门')
    if (issuersText(p.issuingUnits ?? []).length > 200) fault('issuingUnits', '发文单位的名称过长')
    if (p.applyFrom && p.applyTo && p.applyTo < p.applyFrom) fault('applyTo', '截止日期不能早于开始日期')
    if (p.urlType === 1 && !p.applyUrl) fault('applyUrl', '直接申报须填写申报地址')
    if (!isToTheYuan(p.rule.allocation?.budget ?? 0)) fault('rule.allocation.budget', TO_THE_YUAN)
    if (p.id !== undefined && p.version === undefined) fault('version', '缺少版本号，请刷新后重试')
  })
export type SavePolicy = z.input<typeof SavePolicy>

const one = z.strictObject({ id, version: wireInt(1, 2_000_000_000).optional() })
const several = z.strictObject({ ids: batchIds })
const Version = z.object({
  policyId: z.number(),
  number: z.number(),
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
  note: z.string().nullable(),
  authorName: z.string().nullable(),
  createTime: z.string(),
})
export const PolicyVersion = Version.extend({
  rule: SaidRule,
  policyTitle: z.string(),
  summary: z.string(),
  content: z.string(),
  period: z.string().nullable(),
})
const LinkCheck = z.object({
  target: z.string(),
  kind: z.enum(['attachment', 'picture', 'link']),
  ok: z.boolean(),
  reason: z.string().nullable(),
  checkTime: z.string(),
})
const removeSeveral = { access: can('policy:edit'), as: 'form' as const, body: several, returns: BatchResult, summary: '批量删除政策' }

export const managed = {
  list: get('/pol/info/list', { access: can('policy:read'), query: ManagedFilter, returns: page(ManagedPolicy), summary: '政策管理列表' }),
  findById: get('/pol/info/findById', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: ManagedPolicyDetail,
    summary: '政策管理详情',
  }),
  save: post('/pol/info/saveOrUpdate', {
    access: can('policy:edit'),
    body: SavePolicy,
    returns: z.object({ id: z.number(), version: z.number(), versionNumber: z.number() }),
    summary: '新增或修改政策',
  }),
  /** submits it for review; without review (POLICY_REVIEW=0) users with policy:publish publish it at once */
  publish: post('/pol/info/publish', {
    access: can('policy:edit'),
    as: 'form',
    body: one,
    returns: z.object({ state: z.number(), version: z.number() }),
    summary: '发布政策',
  }),
  withdraw: post('/pol/info/withdraw', {
    access: can('policy:edit'),
    as: 'form',
    body: one,
    returns: z.object({ state: z.number(), version: z.number() }),
    summary: '撤回送审',
  }),
  review: post('/pol/info/updateReviewState', {
    access: can('policy:review'),
    body: z.strictObject({
      id,
      reviewState: z.enum(['pass', 'reject'], { error: '审核结果只能是 pass 或 reject' }),
      reviewOpinion: text(300).nullish(),
      version: wireInt(1, 2_000_000_000),
      /** required to pass (ADR 0194) */
      checked: Checked.optional(),
    }),
    returns: z.object({ state: z.number(), version: z.number() }),
    summary: '审核政策',
  }),
  takeUp: post('/pol/info/takeUp', {
    access: can('policy:publish'),
    as: 'form',
    body: one,
    returns: z.object({ state: z.number(), version: z.number() }),
    summary: '上架政策',
  }),
  takeDown: post('/pol/info/takeDown', {
    access: can('policy:publish'),
    as: 'form',
    body: one,
    returns: z.object({ state: z.number(), version: z.number() }),
    summary: '下架政策',
  }),
  remove: post('/pol/info/delete', { access: can('policy:edit'), as: 'form', body: one, returns: ok, summary: '删除政策' }),
  removeSeveral: post('/pol/info/deleteBatch', removeSeveral),
  batchDelete: post('/admin/policy/info/batchDelete', removeSeveral),
  setTop: post('/pol/info/setTop', {
    access: can('policy:publish'),
    as: 'form',
    body: z.strictObject({ id, topFlag: wireInt(0, 1) }),
    returns: ok,
    summary: '置顶或取消置顶',
  }),
  move: post('/pol/info/move', {
    access: can('policy:publish'),
    body: z.strictObject({ id, direction: z.enum(['up', 'down', 'reset'], { error: '方向只能是 up、down 或 reset' }) }),
    returns: ok,
    summary: '调整展示顺序：在同为置顶或同为未置顶的政策之间移动',
  }),
  /** null removes a time */
  schedule: post('/pol/info/schedule', {
    access: can('policy:publish'),
    body: z
      .strictObject({
        id,
        version: wireInt(1, 2_000_000_000).optional(),
        publishAt: wireTime.nullish(),
        takeDownAt: wireTime.nullish(),
      })
      .refine((s) => !s.publishAt || !s.takeDownAt || s.takeDownAt > s.publishAt, {
        error: '下架时间须晚于上架时间',
        path: ['takeDownAt'],
      }),
    returns: z.object({ state: z.number(), version: z.number() }),
    summary: '定时上架与定时下架',
  }),
  /** each action needs its own permission, so that a reviewer need not be an editor */
  batch: post('/pol/info/batch', {
    access: can('policy:read'),
    body: z.strictObject({
      items: batchItems,
      action: z.enum(['publish', 'withdraw', 'takeUp', 'takeDown', 'approve', 'reject', 'delete'], { error: '不支持的批量操作' }),
      reviewOpinion: text(300).nullish(),
    }),
    returns: BatchResult,
    summary: '批量操作，逐条给出结果',
  }),
  /** references to a policy, shown before it is deleted, taken down or repealed */
  dependents: get('/pol/info/dependents', {
    access: can('policy:read'),
    query: z.strictObject({ id, action: z.enum(dependentActions, { error: '不支持的操作' }).default('delete') }),
    returns: z.array(z.object({ name: z.string(), count: z.number(), effect: z.string() })),
    summary: '删除、下架、废止前的关联内容',
  }),
  history: get('/pol/info/history', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: z.array(
      z.object({
        time: z.string(),
        action: z.string(),
        tone: z.enum(tones),
        userName: z.string().nullable(),
        opinion: z.string().nullable(),
      }),
    ),
    summary: '办理过程',
  }),
  links: get('/pol/info/linkCheck', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: z.array(LinkCheck),
    summary: '附件与链接检查结果',
  }),
  checkLinks: post('/pol/info/checkLinks', {
    access: can('policy:edit'),
    body: z.strictObject({ id }),
    perMinute: 20,
    returns: z.array(LinkCheck),
    summary: '立即检查附件与链接',
  }),
  titles: get('/admin/policy/info/listByPolicyTitle', {
    access: can('policy:read'),
    query: z.strictObject({ policyTitle: keyword.default(''), ...paging() }),
    returns: page(z.object({ id: z.number(), code: z.string(), policyTitle: z.string() })),
    summary: '按标题查政策',
  }),
  versions: get('/pol/info/versions', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: z.array(Version),
    summary: '政策版本',
  }),
  version: get('/pol/info/version', {
    access: can('policy:read'),
    query: z.strictObject({ id, number: wireInt(1, 10_000) }),
    returns: PolicyVersion,
    summary: '政策的一个版本',
  }),
}
