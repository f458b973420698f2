/** Favourites, evaluations, subscriptions, digest and calendar of policies (spec §2 mycollect, policysub, assessPolicy; ADR 0046). */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { id, idList, isoDate, keyword, ok, page, paging, question, requiredText, text, wireInt } from '../fields.ts'
import { closingDayChoices, digestFrequencies, EVALUATION_MAX, SEARCHES_MAX } from './follow-codes.ts'
import { industryList, labelIdList, levelList, supportModeList } from './lists.ts'
import { PolicyListItem } from './market.ts'

const reader = types('GR', 'QY')

/** The verdict of a policy for the reader’s company; null for individuals and without consent. Amounts in 万元. */
const standing = { verdict: z.string().nullable(), min: z.number().nullable(), max: z.number().nullable() }

export const CollectedPolicy = PolicyListItem.extend({
  collectTime: z.string(),
  /** false: taken down; it stays in the list, but its page cannot be opened */
  onShelf: z.boolean(),
  ...standing,
})
export type CollectedPolicy = z.output<typeof CollectedPolicy>

export const EvaluatePolicy = z.strictObject({
  polInfoId: id,
  score: wireInt(1, 5),
  content: text(EVALUATION_MAX).default(''),
})
export const PolicyEvaluation = z.object({
  id: z.number(),
  polInfoId: z.number(),
  policyTitle: z.string(),
  userName: z.string(),
  userType: z.string(),
  score: z.number(),
  content: z.string(),
  createTime: z.string(),
})
export type PolicyEvaluation = z.output<typeof PolicyEvaluation>
export const EvaluationFilter = z.strictObject({
  keyword: keyword.optional(),
  polInfoId: id.optional(),
  score: wireInt(1, 5).optional(),
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
  ...paging(9000),
})
export const EvaluationExport = z.strictObject({ ...EvaluationFilter.shape, ids: idList.optional() })

/** A saved search of policies that interest the reader. A policy must match every given part. */
export const SearchWish = z
  .strictObject({
    q: question.optional(),
    policyDepId: z.array(id).max(30).optional(),
    supportMode: supportModeList.optional(),
    level: levelList.optional(),
    industry: industryList.optional(),
    labelId: labelIdList.optional(),
  })
  .refine((w) => Object.values(w).some((v) => (Array.isArray(v) ? v.length > 0 : v)), '请至少填写一个条件')
export type SearchWish = z.output<typeof SearchWish>

export const FollowSetting = z.strictObject({
  frequency: z.enum(digestFrequencies, { error: '推送频率不在可选范围内' }),
  /** days before the deadline of a favourite for a reminder; empty = never */
  closingDays: z.array(z.literal(closingDayChoices)).max(closingDayChoices.length),
  /** whether to notify when a favourite changes */
  changes: z.boolean(),
})
export type FollowSetting = z.output<typeof FollowSetting>

export const SavedSearch = z.object({ id: z.number(), name: z.string(), wish: SearchWish, words: z.string(), createTime: z.string() })
export type SavedSearch = z.output<typeof SavedSearch>
export const SaveSearch = z.strictObject({ id: id.optional(), name: requiredText(40, '请输入名称'), wish: SearchWish })

export const follow = {
  /** without `collectFlag` it is toggled; 1 adds, 0 removes, however often it is sent */
  collect: post('/pol/my/collect', {
    access: reader,
    as: 'form',
    body: z.strictObject({ polInfoId: id, collectFlag: wireInt(0, 1).optional() }),
    returns: ok,
    summary: '收藏或取消收藏政策',
  }),
  collectList: get('/pol/my/collectList', {
    access: reader,
    query: z.strictObject({ keyword: keyword.optional(), ...paging() }),
    returns: page(CollectedPolicy),
    summary: '我的收藏',
  }),
  /** marks of favourites, for pages that are the same for everybody */
  marks: get('/pol/my/collectState', {
    access: reader,
    query: z.strictObject({ polInfoIds: idList }),
    returns: z.object({ collected: z.array(z.number()) }),
    summary: '这些政策中我已收藏的',
  }),
  evaluate: post('/pol/my/evaluate', {
    access: reader,
    body: EvaluatePolicy,
    returns: ok,
    perMinute: 30,
    summary: '评价政策，再次评价替换前一次',
  }),
  myEvaluation: get('/pol/my/evaluation', {
    access: reader,
    query: z.strictObject({ polInfoId: id }),
    returns: z.object({ score: z.number(), content: z.string(), createTime: z.string() }).nullable(),
    summary: '我对一项政策的评价',
  }),
  evaluateList: get('/pol/my/evaluateList', {
    access: can('policy:read'),
    query: EvaluationFilter,
    returns: page(PolicyEvaluation).extend({
      /** mean of all that match the filter; null without any */
      average: z.number().nullable(),
      /** how many gave 1, 2, 3, 4 and 5 points */
      byScore: z.array(z.number()),
    }),
    summary: '政策评价',
  }),
  subscribe: post('/pol/my/subscribe', {
    access: reader,
    body: z.strictObject({ labelIds: z.array(id).max(100, '最多订阅 100 个标签') }),
    returns: ok,
    summary: '保存订阅的政策标签',
  }),
  /** §7 L127 */
  labelIds: get('/policy/doc/queryLabelIdByToken', {
    access: 'token',
    query: z.strictObject({}),
    returns: z.array(z.number()),
    summary: '我订阅的政策标签',
  }),
  subscription: get('/pol/my/subscription/list', {
    access: reader,
    query: z.strictObject({}),
    returns: z.object({ labelIds: z.array(z.number()), searches: z.array(SavedSearch), setting: FollowSetting }),
    summary: '我的订阅',
  }),
  saveSearch: post('/pol/my/subscription/save', {
    access: reader,
    body: SaveSearch,
    returns: z.object({ id: z.number() }),
    summary: `保存订阅条件，每人最多 ${SEARCHES_MAX} 个`,
  }),
  removeSearch: post('/pol/my/subscription/delete', {
    access: reader,
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '取消订阅条件',
  }),
  saveSetting: post('/pol/my/subscription/setting', { access: reader, body: FollowSetting, returns: ok, summary: '保存推送设置' }),
  /** published policies that match any of my subscriptions, newest first */
  subscribed: get('/pol/my/subscription/policies', {
    access: reader,
    query: z.strictObject({ ...paging() }),
    returns: page(PolicyListItem.extend({ ...standing, /** names of what it was found by */ found: z.array(z.string()) })),
    summary: '订阅的政策',
  }),
}

const CalendarAddress = z.object({ url: z.string().nullable(), createTime: z.string().nullable() })
export const calendar = {
  /** the address is shown only once, when it is created; afterwards only that it exists */
  state: get('/pol/my/calendar/state', {
    access: reader,
    query: z.strictObject({}),
    returns: CalendarAddress.pick({ createTime: true }),
    summary: '我的截止日历',
  }),
  renew: post('/pol/my/calendar/renew', {
    access: reader,
    body: z.strictObject({}),
    returns: CalendarAddress,
    perMinute: 10,
    summary: '生成日历地址，旧地址随即失效',
  }),
  revoke: post('/pol/my/calendar/revoke', { access: reader, body: z.strictObject({}), returns: ok, summary: '停用日历地址' }),
  /** public: the key in the address authenticates, because calendar programs send no header */
  feed: get('/pol/calendar/feed', {
    access: 'public',
    blob: true,
    perMinute: 60,
    query: z.strictObject({ key: z.string().regex(/^[\w-]{43}$/, '日历地址不正确') }),
    summary: '截止日历（iCalendar）',
  }),
  ofPolicy: get('/pol/calendar/policy', {
    access: 'public',
    blob: true,
    perMinute: 60,
    query: z.strictObject({ id }),
    summary: '一项政策的申报截止（iCalendar）',
  }),
}
