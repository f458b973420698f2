/** 培训活动 (inventory E514–E528; domains/training.md): publishing, review, seats, attendance, evaluation. `revealEnrol`, `checkIn`, `giveSeat` and `ics` are ours (ADR 0601). */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { codeList, id, keyword, ok, option, page, paging, phone, query, requiredText, text, wireInt, wireTime } from '../fields.ts'
import { smsCode } from '../sms.ts'
import { ContactUnit, UNITS_MAX } from '../units.ts'
import { fileKey, files, storedFile } from '../content/parts.ts'
import { NEWS_FILES_MAX } from '../content/states.ts'
import { Answer, answerValues, Questions, StoredQuestion } from './questions.ts'
import {
  AGENDA_MAX,
  activityMoves,
  activityTypes,
  CONTENT_MAX,
  MATERIALS_MAX,
  PER_COMPANY,
  REASON_MAX,
  SUMMARY_MAX,
  TITLE_MAX,
} from './states.ts'

const version = wireInt(1, 2_000_000_000)
const flag = wireInt(0, 1)
const type = z.enum(activityTypes, { error: '请选择活动类型' })
const unit = z.object({
  unitType: z.number(),
  unitName: z.string(),
  unitAbbre: z.string().optional(),
  unitContact: z.string(),
  unitPhone: z.string(),
})

/** One part of the programme. */
export const AgendaRow = z.strictObject({
  /** as it is to be read: 9:00—9:40, or 第二天上午 */
  time: text(30).default(''),
  topic: requiredText(100, '请输入内容'),
  speaker: text(60).default(''),
})
export type AgendaRow = z.output<typeof AgendaRow>

export const ActivityItem = z.object({
  id: z.number(),
  title: z.string(),
  type: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  coverAlt: z.string(),
  enrolStartTime: z.string(),
  enrolEndTime: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  place: z.string(),
  online: z.number(),
  maxNum: z.number(),
  enrolNum: z.number(),
  waitNum: z.number(),
  /** 1: with a waiting list when all seats are taken */
  waitList: z.number(),
  status: z.number(),
  statusName: z.string(),
  canEnrol: z.boolean(),
  /** the organisers */
  host: z.string(),
  /** for users who publish or manage it */
  standing: z
    .object({
      version: z.number(),
      planId: z.number().nullable(),
      planTitle: z.string().nullable(),
      policyId: z.number().nullable(),
      publisher: z.string(),
      opinion: z.string().nullable(),
      attendNum: z.number(),
      evaluateNum: z.number(),
      evaluateAvg: z.number().nullable(),
      allowed: z.array(z.enum(activityMoves)),
    })
    .nullable(),
})
export type ActivityItem = z.output<typeof ActivityItem>

const OwnEnrolment = z.object({
  id: z.number(),
  contact: z.string(),
  phone: z.string(),
  state: z.number(),
  stateName: z.string(),
  /** place on the waiting list, counted from 1; null: has a seat */
  waiting: z.number().nullable(),
  /** why the person is behind later ones: the starts of activities that they missed; else empty */
  missed: z.array(z.string()),
  score: z.number().nullable(),
  answers: z.array(Answer),
  createTime: z.string(),
})
export type OwnEnrolment = z.output<typeof OwnEnrolment>

export const ActivityDetail = ActivityItem.extend({
  content: z.string(),
  agenda: z.array(AgendaRow),
  attachments: z.array(storedFile),
  units: z.array(unit),
  streetId: z.string().nullable(),
  streetName: z.string().nullable(),
  /** position of the place, in CGCS2000 */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** address of the online session: for participants with a seat, and users who manage the activity */
  liveUrl: z.string().nullable(),
  perCompany: z.number(),
  /** questions that everybody who enrols answers */
  questions: z.array(StoredQuestion),
  /** for participants with a seat, and users who manage the activity; null for all others */
  materials: z.array(z.object({ filePath: z.string(), fileName: z.string() })).nullable(),
  /** why it was delayed or cancelled */
  reason: z.string().nullable(),
  /** the caller’s enrolments at the same time */
  clashes: z.array(z.object({ id: z.number(), title: z.string(), startTime: z.string() })),
  /** enrolments of the caller, or of their company; empty for visitors */
  mine: z.array(OwnEnrolment),
  /** the contact of the caller's company, suggested for its first enrolment; empty without the company's consent to its archive */
  contact: z.string(),
})
export type ActivityDetail = z.output<typeof ActivityDetail>

const pin = (most: number) => z.number({ error: '请输入数字' }).min(-most, '坐标不正确').max(most, '坐标不正确').nullish()
const liveAddress = z.union([
  z.literal(''),
  z
    .string()
    .max(500, '最多 500 个字')
    .regex(/^https:\/\/[^\s]+$/, '应为 https:// 开头的完整地址')
    .refine((url) => URL.canParse(url), '应为 https:// 开头的完整地址'),
])
export const SaveActivity = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    planId: id.nullish(),
    title: requiredText(TITLE_MAX, '请输入活动名称'),
    type,
    summary: text(SUMMARY_MAX).default(''),
    cover: z.union([z.literal(''), fileKey]).nullish(),
    coverAlt: text(120).default(''),
    content: z.string({ error: '请输入活动内容' }).max(CONTENT_MAX, '内容过长').default(''),
    enrolStartTime: wireTime,
    enrolEndTime: wireTime,
    startTime: wireTime,
    endTime: wireTime,
    agenda: z.array(AgendaRow).max(AGENDA_MAX, `最多 ${AGENDA_MAX} 项议程`).default([]),
    attachments: files(NEWS_FILES_MAX),
    place: text(200).default(''),
    streetId: z.union([z.literal(''), z.string().max(20, '请选择镇街')]).nullish(),
    lng: pin(180),
    lat: pin(90),
    online: flag.default(0),
    liveUrl: liveAddress.nullish(),
    maxNum: wireInt(1, 100_000),
    waitList: flag.default(1),
    perCompany: wireInt(1, 50).default(PER_COMPANY),
    /** the policy of the activity: companies are invited by it, and later changes of their verdicts are shown */
    policyId: id.nullish(),
    units: z
      .array(ContactUnit)
      .max(UNITS_MAX * 5, '单位过多')
      .default([]),
    questions: Questions.default([]),
  })
  .superRefine((a, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (a.endTime <= a.startTime) fault('endTime', '结束时间应晚于开始时间')
    if (a.enrolEndTime <= a.enrolStartTime) fault('enrolEndTime', '报名截止时间应晚于报名开始时间')
    if (a.enrolEndTime > a.endTime) fault('enrolEndTime', '报名截止时间不能晚于活动结束时间')
    if (a.cover && !a.coverAlt) fault('coverAlt', '请输入封面图片的说明')
    if (a.online === 1 && !a.liveUrl) fault('liveUrl', '线上活动请填写参加地址')
    if (a.online === 0 && !a.place) fault('place', '请输入活动地点')
    if ((a.lng ?? null) === null ? (a.lat ?? null) !== null : (a.lat ?? null) === null) fault('lng', '经度和纬度要一起填写')
  })
export type SaveActivity = z.output<typeof SaveActivity>

const filters = {
  keyword: keyword.optional(),
  type: type.optional(),
  status: codeList.optional(),
  /** 1: those that wait for a review which the reader may make; only among those that they manage */
  forReview: wireInt(0, 1).optional(),
  planId: id.optional(),
  /** 1: online, 0: at a place */
  online: flag.optional(),
  streetId: codeList.optional(),
  startTime: z.iso.date('日期格式应为 YYYY-MM-DD').optional(),
  endTime: z.iso.date('日期格式应为 YYYY-MM-DD').optional(),
}
export const ActivityExport = z.strictObject(filters)
const publisher = types('QY', 'YYF')
const participant = types('QY', 'GR')
const saved = z.object({
  id: z.number(),
  version: z.number(),
  /** other activities at the same place and time that the caller may see */
  clashes: z.array(z.object({ id: z.number(), title: z.string(), startTime: z.string() })),
})
const moved = z.object({ id: z.number(), status: z.number(), version: z.number() })
const one = z.strictObject({ id, version: version.optional() })

export const EnrolActivity = z.strictObject({
  id,
  contact: requiredText(30, '请输入联系人'),
  /** empty: the account's own number */
  phone: z.union([z.literal(''), phone]),
  /** only for a number other than the account's own */
  verifyCode: z.union([z.literal(''), smsCode]).optional(),
  /** answers to the questions of the activity, by key of the question */
  answers: answerValues.default({}),
})
export const EvaluateActivity = z.strictObject({
  id,
  /** the participant of a company; default: the caller's own enrolment */
  enrolId: id.optional(),
  score: wireInt(1, 5),
  content: text(300).default(''),
})

export const RosterRow = z.object({
  id: z.number(),
  contact: z.string(),
  phone: z.string(),
  companyName: z.string().nullable(),
  state: z.number(),
  stateName: z.string(),
  waiting: z.number().nullable(),
  checkTime: z.string().nullable(),
  /** score and words are shown only without names, from three of them on */
  evaluated: z.boolean(),
  answers: z.array(Answer),
  createTime: z.string(),
})
export type RosterRow = z.output<typeof RosterRow>

export const MyActivity = ActivityItem.extend({ mine: z.array(OwnEnrolment) })
export type MyActivity = z.output<typeof MyActivity>

export const activity = {
  list: get('/train/activity/list', {
    access: 'public',
    query: query({
      ...filters,
      /** only those open for enrolment */
      open: flag.optional(),
      scope: z.enum(['manage'], { error: 'scope 只能是 manage' }).optional(),
      ...paging(),
    }),
    returns: page(ActivityItem),
    summary: '培训活动列表；scope=manage 为管理列表',
  }),
  listMy: get('/train/activity/listMy', {
    access: 'token',
    query: query({
      scope: z.enum(['involved', 'released'], { error: 'scope 只能是 involved 或 released' }).default('involved'),
      keyword: keyword.optional(),
      ...paging(),
    }),
    returns: page(MyActivity),
    summary: '我参与的、我发布的活动',
  }),
  findById: get('/train/activity/findById', { access: 'public', query: query({ id }), returns: ActivityDetail, summary: '培训活动详情' }),
  ics: get('/train/activity/ics', { access: 'public', query: query({ id }), blob: true, summary: '培训活动的日历文件' }),
  saveOrUpdate: post('/train/activity/saveOrUpdate', {
    access: publisher,
    body: SaveActivity,
    returns: saved,
    summary: '新增或修改培训活动',
  }),
  remove: post('/train/activity/delete', { access: publisher, as: 'form', body: one, returns: ok, summary: '删除培训活动' }),
  publish: post('/train/activity/publish', {
    access: publisher,
    as: 'form',
    body: one,
    returns: moved,
    summary: '发布培训活动；需要审核时送审',
  }),
  withdraw: post('/train/activity/withdraw', { access: publisher, as: 'form', body: one, returns: moved, summary: '撤回送审' }),
  cancel: post('/train/activity/cancel', {
    access: publisher,
    body: z.strictObject({ id, version, reason: requiredText(REASON_MAX, '请填写取消原因') }),
    returns: moved,
    summary: '取消培训活动',
  }),
  delay: post('/train/activity/delay', {
    access: publisher,
    body: z
      .strictObject({
        id,
        version,
        newStartTime: wireTime,
        newEndTime: wireTime,
        /** default: the new start */
        newEnrolEndTime: wireTime.nullish(),
        reason: requiredText(REASON_MAX, '请填写延期原因'),
      })
      .refine((d) => d.newEndTime > d.newStartTime, { error: '结束时间应晚于开始时间', path: ['newEndTime'] }),
    returns: moved,
    summary: '延期培训活动',
  }),
  updateReviewState: post('/train/activity/updateReviewState', {
    access: can('train:review'),
    body: z.strictObject({
      id,
      version,
      reviewState: z.enum(['pass', 'refuse'], { error: '请选择审核结果' }),
      reviewOpinion: text(REASON_MAX).default(''),
    }),
    returns: moved,
    summary: '审核培训活动',
  }),
  enrol: post('/train/activity/enrol', {
    access: participant,
    body: EnrolActivity,
    returns: z.object({ enrolId: z.number(), waiting: z.number().nullable(), missed: z.array(z.string()) }),
    summary: '报名培训活动；名额已满时进入候补',
  }),
  cancelEnrol: post('/train/activity/cancelEnrol', {
    access: participant,
    as: 'form',
    body: z.strictObject({ id, enrolId: id.optional() }),
    returns: ok,
    summary: '取消报名',
  }),
  listEnrol: get('/train/activity/listEnrol', {
    access: publisher,
    query: query({ id, state: wireInt(0, 2).optional(), waiting: flag.optional(), ...paging() }),
    returns: page(RosterRow),
    summary: '活动的报名名单，电话脱敏',
  }),
  revealEnrol: post('/train/activity/revealEnrol', {
    access: publisher,
    body: z.strictObject({ id, enrolId: id, reason: requiredText(200, '请填写查看原因') }),
    returns: z.object({ value: z.string() }),
    summary: '按原因查看报名人的电话',
  }),
  checkIn: post('/train/activity/checkIn', {
    access: publisher,
    body: z.strictObject({ id, enrolId: id, attended: z.boolean() }),
    returns: z.object({ state: z.number(), checkTime: z.string().nullable() }),
    summary: '登记或取消签到',
  }),
  giveSeat: post('/train/activity/giveSeat', {
    access: publisher,
    body: z.strictObject({ id, enrolId: id }),
    returns: ok,
    summary: '临近开始时把空出的名额给候补的人',
  }),
  message: post('/train/activity/message', {
    access: publisher,
    body: z.strictObject({
      id,
      to: z.enum(['seated', 'waiting', 'all'], { error: '请选择发给谁' }),
      content: requiredText(SUMMARY_MAX, '请输入通知内容'),
    }),
    returns: z.object({ told: z.number() }),
    summary: '给报名的人发通知',
  }),
  saveMaterials: post('/train/activity/saveMaterials', {
    access: publisher,
    body: z.strictObject({ id, files: z.array(fileKey).max(MATERIALS_MAX, `最多 ${MATERIALS_MAX} 个文件`) }),
    returns: ok,
    summary: '更新活动资料，有名额的人可以下载',
  }),
  evaluate: post('/train/activity/evaluate', { access: participant, body: EvaluateActivity, returns: ok, summary: '评价参加过的活动' }),
  export: get('/train/activity/export', { access: can('train:read'), query: ActivityExport, blob: true, summary: '导出培训活动' }),
  exportEnrol: get('/train/activity/exportEnrol', {
    access: publisher,
    query: query({ id }),
    blob: true,
    summary: '导出活动的报名名单，电话脱敏',
  }),
  enums: get('/train/activity/enums', {
    access: 'public',
    query: query({}),
    returns: z.object({ type: z.array(option), status: z.array(option), unitType: z.array(option), street: z.array(option) }),
    summary: '培训活动的类型、状态、单位类型与镇街',
  }),
}

/** My latest activities, for the home page (spec §7 Home and policy). */
export const trainingHome = {
  homeMyActivity: get('/corp/policyCalculator/homeMyActivity', {
    access: participant,
    query: query({ ...paging() }),
    returns: page(MyActivity),
    summary: '我最近的活动',
  }),
}
