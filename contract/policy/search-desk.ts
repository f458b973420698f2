/** What editors maintain for the search: synonyms, and questions without results. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredText, text, wireInt } from '../fields.ts'

export const SYNONYMS_MAX = 40
export const SYNONYM_LENGTH = 20
const words = z
  .array(requiredText(SYNONYM_LENGTH, '请输入词'), { error: '请输入词' })
  .max(SYNONYMS_MAX, `一组最多 ${SYNONYMS_MAX} 个词`)
  .refine((list) => new Set(list).size === list.length, '有重复的词')
  .refine((list) => list.length >= 2, '一组至少两个词')

export const SynonymGroup = z.object({
  id: z.number(),
  words: z.array(z.string()),
  note: z.string().nullable(),
  enabled: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
  updatedByName: z.string().nullable(),
})
export type SynonymGroup = z.output<typeof SynonymGroup>

/** The results of one stored question before and after, best titles first. */
const Change = z.object({
  words: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** 1 better, -1 worse, 0 other policies but not worse */
  effect: z.number(),
})
const Quality = z.object({ recall: z.number(), order: z.number(), zero: z.number(), quiet: z.number() })
export const SynonymEffect = z.object({
  questions: z.number(),
  changed: z.array(Change),
  before: Quality,
  after: Quality,
  /** questions without results that would be answered */
  answers: z.array(z.string()),
})
export type SynonymEffect = z.output<typeof SynonymEffect>

export const SaveSynonyms = z.strictObject({
  id: id.optional(),
  version: wireInt(1, 2_147_483_647).optional(),
  words,
  note: text(200).default(''),
  enabled: z.boolean().default(true),
})

const who = can('policy:synonym')
export const synonyms = {
  list: get('/admin/policy/synonym/list', {
    access: who,
    query: query({ words: keyword.optional(), ...paging() }),
    returns: page(SynonymGroup),
  }),
  save: post('/admin/policy/synonym/save', {
    access: who,
    body: SaveSynonyms,
    /** how many questions without results are answered now */
    returns: z.object({ id: z.number(), answered: z.number() }),
    summary: '保存一组同义词',
  }),
  remove: post('/admin/policy/synonym/delete', { access: who, body: z.strictObject({ id }), returns: ok, summary: '删除一组同义词' }),
  /** What contains any of the words: published policies, and stored questions that would be read differently without the group. */
  usedBy: get('/admin/policy/synonym/usedBy', {
    access: who,
    query: query({ id }),
    returns: z.object({ policies: z.number(), titles: z.array(z.string()), questions: z.array(z.string()) }),
  }),
  /** The effect of a change before it is saved; `id`: the group that `words` replace. */
  tryIt: post('/admin/policy/synonym/try', {
    access: who,
    perMinute: 60,
    body: z.strictObject({ id: id.optional(), words }),
    returns: SynonymEffect,
  }),
}

export const settlements = { synonym: '已加同义词', label: '已加标签', knowledge: '已写入知识库', dismissed: '不处理' } as const
export type Settlement = keyof typeof settlements
export const UnansweredQuestion = z.object({
  id: z.number(),
  words: z.string(),
  times: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  settled: z.enum(Object.keys(settlements) as Settlement[]).nullable(),
  note: z.string().nullable(),
  settledByName: z.string().nullable(),
})
export type UnansweredQuestion = z.output<typeof UnansweredQuestion>

export const SettleQuestion = z.strictObject({
  id,
  settled: z.enum(['knowledge', 'dismissed'], { error: '请选择处理方式' }),
  note: text(200).default(''),
})
/** Gives a label to the policy that answers a question, so that the question finds it. */
export const LabelQuestion = z.strictObject({
  id,
  labelName: requiredText(30, '请输入标签名称'),
  policyId: id,
})

/** An answer written by the editor, found by everybody once it is public. */
export const AnswerQuestion = z.strictObject({
  id,
  title: requiredText(100, '请输入标题'),
  answer: requiredText(5000, '请输入解答'),
})

export const unanswered = {
  list: get('/admin/policy/unanswered/list', {
    access: who,
    query: query({ words: keyword.optional(), settled: z.enum(['0', '1']).optional(), ...paging() }),
    returns: page(UnansweredQuestion),
  }),
  settle: post('/admin/policy/unanswered/settle', {
    access: who,
    body: SettleQuestion,
    returns: ok,
    summary: '处理没找到的问题',
  }),
  /** Returns a settled question to the editors. */
  reopen: post('/admin/policy/unanswered/reopen', {
    access: who,
    body: z.strictObject({ id }),
    returns: ok,
    summary: '重新打开没找到的问题',
  }),
  knowledge: post('/admin/policy/unanswered/knowledge', {
    access: who,
    body: AnswerQuestion,
    /** `answers`: open questions that it answers once it is public; `found`: whether this question is among them */
    returns: z.object({ newsId: z.number(), state: z.string(), answers: z.array(z.string()), found: z.boolean() }),
    summary: '把没找到的问题写成解答',
  }),
  label: post('/admin/policy/unanswered/label', {
    access: who,
    body: LabelQuestion,
    /** how many questions without results are answered now */
    returns: z.object({ answered: z.number() }),
    summary: '给能回答问题的政策加标签',
  }),
}
