/** Favourites, saved searches and public questions of the market (ADR 0780). All ours. */
import { z } from 'zod'
import { get, post, types } from '../endpoint.ts'
import { id, ok, page, paging, query, requiredText } from '../fields.ts'
import { kindField } from './item.ts'
import { ANSWER_MAX, QUESTION_MAX } from './states.ts'

const participant = types('QY', 'GR')
const one = { kind: kindField, id }

export const Favourite = z.object({
  id: z.number(),
  kind: kindField,
  title: z.string(),
  areaText: z.string(),
  priceText: z.string(),
  streetName: z.string(),
  /** whether it is still public */
  listed: z.boolean(),
  createTime: z.string(),
})
export type Favourite = z.output<typeof Favourite>
export const SavedSearch = z.object({
  id: z.number(),
  kind: kindField,
  name: z.string(),
  /** as in the address of the list */
  filters: z.record(z.string(), z.string()),
  /** false when the list refuses these filters by now */
  usable: z.boolean(),
  createTime: z.string(),
})
export type SavedSearch = z.output<typeof SavedSearch>
export const Question = z.object({
  id: z.number(),
  kind: kindField,
  itemId: z.number(),
  title: z.string(),
  /** who asks: 企业用户 or 个人用户 for everybody, the name for the owner */
  by: z.string(),
  /** whether the reader asked it */
  mine: z.boolean(),
  question: z.string(),
  answer: z.string().nullable(),
  createTime: z.string(),
  answerTime: z.string().nullable(),
  /** the reader may answer it · may remove it */
  answerable: z.boolean(),
  removable: z.boolean(),
})
export type Question = z.output<typeof Question>

const Mine = z.object({
  id: z.number(),
  kind: kindField,
  title: z.string(),
  reviewState: z.number(),
  stateName: z.string(),
  /** days without confirmation, once they exceed the limit */
  staleDays: z.number().nullable(),
})

export const marketKeeping = {
  mine: get('/market/mine', {
    access: participant,
    query: query(paging()),
    returns: page(Mine),
    summary: '我的供需，最近有变化的在前',
  }),
  favour: post('/market/favourite/set', {
    access: participant,
    body: z.strictObject({ ...one, on: z.boolean({ error: '请选择' }) }),
    returns: ok,
    summary: '收藏一条供需信息，或取消',
  }),
  favourites: get('/market/favourite/list', {
    access: participant,
    query: query({ itemId: id.optional(), ...paging() }),
    returns: page(Favourite),
    summary: '我收藏的供需信息',
  }),
  saveSearch: post('/market/search/save', {
    access: participant,
    body: z.strictObject({
      kind: kindField,
      name: requiredText(30, '请输入名称'),
      filters: z.record(z.string().max(20), z.string().max(300)),
    }),
    returns: z.object({ id: z.number() }),
    summary: '保存一个筛选，有新的信息时通知',
  }),
  searches: get('/market/search/list', { access: participant, query: query({}), returns: z.array(SavedSearch), summary: '我保存的筛选' }),
  removeSearch: post('/market/search/remove', {
    access: participant,
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除保存的筛选',
  }),
  ask: post('/market/question/ask', {
    access: participant,
    body: z.strictObject({ ...one, question: requiredText(QUESTION_MAX, '请输入问题') }),
    returns: z.object({ id: z.number() }),
    summary: '向发布方提问，回答后公开',
  }),
  questions: get('/market/question/list', {
    access: 'public',
    query: query({ ...one, ...paging() }),
    returns: page(Question),
    summary: '一条信息的问答：公开的只有回答过的',
  }),
  myQuestions: get('/market/question/mine', {
    access: 'token',
    query: query({ kind: kindField.optional(), itemId: id.optional(), ...paging() }),
    returns: page(Question),
    summary: '我提的问题，和别人向我提的',
  }),
  answer: post('/market/question/answer', {
    access: 'token',
    body: z.strictObject({ id, answer: requiredText(ANSWER_MAX, '请输入回答') }),
    returns: ok,
    summary: '发布方回答',
  }),
  removeQuestion: post('/market/question/remove', {
    access: 'token',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '提问人收回没有回答的问题；工作人员撤下不当的问答',
  }),
}
