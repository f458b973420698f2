/** 资讯 (spec §4 L87, §7 L151; inventory E137–E145, E209, E210) with checks, verdicts and update limits (ours, ADR 0511, 0512). */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { codeList, id, keyword, ok, page, paging, query, requiredText, text, wireInt, wireTime } from '../fields.ts'
import { orderEnds } from '../order-ends.ts'
import { fileKey, files, moved, one, place, scope, storedFile, version } from './parts.ts'
import { findingKinds, NEWS_CONTENT_MAX, NEWS_FILES_MAX, NEWS_POLICIES_MAX, NEWS_SUMMARY_MAX, NEWS_TITLE_MAX, newsMoves } from './states.ts'

const shown = {
  id: z.number(),
  columnId: z.number(),
  columnName: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  author: z.string(),
  cover: z.string().nullable(),
  coverAlt: z.string(),
  publishTime: z.string().nullable(),
  topFlag: z.number(),
  viewNum: z.number(),
}
/** Additional fields for staff. */
const standing = z.object({
  state: z.number(),
  stateName: z.string(),
  version: z.number(),
  publishAt: z.string().nullable(),
  takeDownAt: z.string().nullable(),
  /** it is public now */
  shown: z.boolean(),
  updateTime: z.string(),
  opinion: z.string().nullable(),
  allowed: z.array(z.enum(newsMoves)),
  /** in lists */
  ends: orderEnds.optional(),
})
export const NewsItem = z.object({ ...shown, standing: standing.nullable() })
export type NewsItem = z.output<typeof NewsItem>
const near = z.object({ id: z.number(), title: z.string() })
export const NewsDetail = NewsItem.extend({
  content: z.string(),
  attachments: z.array(storedFile),
  /** `changed`: the policy was changed after the article was written; `repealed`: it is repealed */
  policies: z.array(z.object({ id: z.number(), title: z.string(), changed: z.boolean(), repealed: z.boolean() })),
  /** all policies that it names; for staff also those that are not public */
  policyIds: z.array(z.number()),
  previous: near.nullable(),
  next: near.nullable(),
})
export type NewsDetail = z.output<typeof NewsDetail>

const finding = z.object({
  key: z.string(),
  kind: z.enum(Object.keys(findingKinds) as [keyof typeof findingKinds]),
  field: z.string(),
  /** the place: the surrounding words */
  place: z.string(),
  message: z.string(),
  /** needs an explanation, not only a confirmation */
  answer: z.boolean(),
  /** it was explained or confirmed before */
  done: z.boolean(),
})
export type NewsFinding = z.output<typeof finding>

export const SaveNews = z
  .strictObject({
    id: id.optional(),
    version,
    columnId: wireInt(1, Number.MAX_SAFE_INTEGER),
    title: requiredText(NEWS_TITLE_MAX, '请输入标题'),
    source: text(60).default(''),
    author: text(30).default(''),
    cover: z.union([z.literal(''), fileKey]).nullish(),
    coverAlt: text(120).default(''),
    summary: text(NEWS_SUMMARY_MAX).default(''),
    content: z.string({ error: '请输入正文' }).max(NEWS_CONTENT_MAX, '正文过长'),
    attachments: files(NEWS_FILES_MAX),
    policyIds: z.array(id).max(NEWS_POLICIES_MAX, `最多 ${NEWS_POLICIES_MAX} 项政策`).default([]),
    publishAt: wireTime.nullish(),
    takeDownAt: wireTime.nullish(),
  })
  .superRefine((a, ctx) => {
    if (a.cover && !a.coverAlt) ctx.addIssue({ code: 'custom', path: ['coverAlt'], message: '请输入封面图片的说明' })
    if (a.takeDownAt && a.publishAt && a.takeDownAt <= a.publishAt)
      ctx.addIssue({ code: 'custom', path: ['takeDownAt'], message: '下架时间应晚于发布时间' })
  })
export type SaveNews = z.output<typeof SaveNews>

/** `confirmed`: keys of the findings that the user has checked · `answer`: the explanation for those that need one. */
const answered = z.strictObject({ id, version, confirmed: codeList.optional(), answer: text(300).default('') })
const manage = can('news:manage')
const saved = z.object({ id: z.number(), version: z.number() })
const step = z.object({ id: z.number(), move: z.string(), name: z.string(), at: z.string(), by: z.string(), reason: z.string().nullable() })

export const news = {
  add: post('/cms/news/add', { access: manage, body: SaveNews, returns: saved, summary: '新增资讯' }),
  modify: post('/cms/news/modify', {
    access: manage,
    body: SaveNews.refine((a) => a.id !== undefined, { error: '缺少编号', path: ['id'] }),
    returns: saved,
    summary: '修改资讯',
  }),
  remove: post('/cms/news/delete', { access: manage, as: 'form', body: one, returns: ok, summary: '删除资讯' }),
  move: post('/cms/news/move', { access: manage, body: place, returns: ok, summary: '调整资讯在栏目内的顺序' }),
  publish: post('/cms/news/publish', { access: manage, as: 'form', body: answered, returns: moved, summary: '发布资讯；需要审核时送审' }),
  offPublish: post('/cms/news/offPublish', { access: manage, as: 'form', body: one, returns: moved, summary: '下架资讯' }),
  withdraw: post('/cms/news/withdraw', { access: manage, as: 'form', body: one, returns: moved, summary: '撤回送审' }),
  review: post('/cms/news/review', {
    access: can('news:review'),
    body: z.strictObject({ id, version: wireInt(1, 2_000_000_000), pass: z.boolean(), opinion: text(500).default('') }),
    returns: moved,
    summary: '审核资讯',
  }),
  setTop: post('/cms/news/setTop', {
    access: manage,
    as: 'form',
    body: z.strictObject({ id, topFlag: wireInt(0, 1) }),
    returns: ok,
    summary: '置顶或取消置顶资讯',
  }),
  /** Converts a `file` .docx to cleaned rich text; its pictures are stored as uploads of the caller. Ours (ADR 0763). */
  readWord: post('/cms/news/readWord', {
    access: manage,
    as: 'multipart',
    perMinute: 20,
    returns: z.object({ title: z.string(), html: z.string(), notes: z.array(z.string()) }),
    summary: '读取 Word 文件为资讯正文',
  }),
  preview: get('/cms/news/preview', { access: 'token', query: query({ id }), returns: NewsDetail, summary: '按公开页面的样子预览资讯' }),
  list: get('/cms/news/list', {
    access: 'public',
    query: query({
      columnId: id.optional(),
      keyword: keyword.optional(),
      state: wireInt(0, 3).optional(),
      /** 1: those that wait for a review which the reader may make; only with scope=manage */
      forReview: wireInt(0, 1).optional(),
      scope,
      ...paging(),
    }),
    returns: page(NewsItem),
    summary: '资讯列表；scope=manage 为管理列表',
  }),
  findById: get('/cms/news/findById', { access: 'public', query: query({ id }), returns: NewsDetail, summary: '资讯详情' }),
  incViewNum: post('/cms/news/incViewNum', {
    access: 'public',
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.object({ viewNum: z.number() }),
    summary: '资讯浏览次数加一',
  }),
  check: get('/cms/news/check', {
    access: 'token',
    query: query({ id }),
    returns: z.object({ findings: z.array(finding), review: z.boolean() }),
    summary: '发布前检查：发现的问题及其位置',
  }),
  steps: get('/cms/news/steps', { access: 'token', query: query({ id }), returns: z.array(step), summary: '资讯的办理过程' }),
  ofPolicy: get('/cms/news/ofPolicy', {
    access: 'public',
    query: query({ policyId: id }),
    returns: z.array(z.object({ id: z.number(), title: z.string(), columnName: z.string(), publishTime: z.string(), older: z.boolean() })),
    summary: '涉及某项政策的资讯与解读',
  }),
  forMe: get('/cms/news/forMe', {
    access: types('QY'),
    query: query({ id }),
    returns: z.object({
      /** null: the company has not consented */
      verdicts: z.array(z.object({ policyId: z.number(), title: z.string(), verdict: z.string(), failed: z.array(z.string()) })).nullable(),
    }),
    summary: '资讯涉及的政策对我企业意味着什么',
  }),
}
