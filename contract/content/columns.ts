/** 资讯栏目 (inventory E146–E154): a tree of at most three levels, with the update limits of columns (ours, ADR 0512). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredLine, text, wireInt } from '../fields.ts'
import { orderEnds } from '../order-ends.ts'
import { moved, one, place, scope, version } from './parts.ts'
import { NewsItem } from './news.ts'
import { shelfMoves } from './states.ts'

export const NewsColumn = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  /** including the names of the columns above */
  path: z.string(),
  level: z.number(),
  summary: z.string(),
  topFlag: z.number(),
  /** public articles in it and below it */
  count: z.number(),
  standing: z
    .object({
      state: z.number(),
      stateName: z.string(),
      version: z.number(),
      shown: z.boolean(),
      freshDays: z.number().nullable(),
      ownerId: z.number().nullable(),
      ownerName: z.string().nullable(),
      newest: z.string().nullable(),
      publishTime: z.string().nullable(),
      /** days overdue; negative: days left; null: no limit, or not shown */
      late: z.number().nullable(),
      views: z.number(),
      allowed: z.array(z.enum(shelfMoves)),
      /** in lists */
      ends: orderEnds.optional(),
    })
    .nullable(),
})
export type NewsColumn = z.output<typeof NewsColumn>

export const SaveColumn = z.strictObject({
  id: id.optional(),
  version,
  parentId: id.nullish(),
  name: requiredLine(20, '请输入栏目名称'),
  summary: text(100).default(''),
  freshDays: wireInt(1, 730).nullish(),
  /** 负责人; missing: unchanged, and for a new column who makes it */
  ownerId: id.nullish(),
})
const manage = can('news:manage')
const saved = z.object({ id: z.number(), version: z.number() })

export const newsColumn = {
  add: post('/cms/news/column/add', { access: manage, body: SaveColumn, returns: saved, summary: '新增资讯栏目' }),
  modify: post('/cms/news/column/modify', {
    access: manage,
    body: SaveColumn.refine((a) => a.id !== undefined, { error: '缺少编号', path: ['id'] }),
    returns: saved,
    summary: '修改资讯栏目',
  }),
  remove: post('/cms/news/column/delete', { access: manage, as: 'form', body: one, returns: ok, summary: '删除资讯栏目' }),
  move: post('/cms/news/column/move', { access: manage, body: place, returns: ok, summary: '调整栏目顺序' }),
  publish: post('/cms/news/column/publish', { access: manage, as: 'form', body: one, returns: moved, summary: '发布栏目' }),
  offPublish: post('/cms/news/column/offPublish', {
    access: manage,
    as: 'form',
    body: one,
    returns: moved,
    summary: '下架栏目及其下全部内容',
  }),
  setTop: post('/cms/news/column/setTop', {
    access: manage,
    as: 'form',
    body: z.strictObject({ id, topFlag: wireInt(0, 1) }),
    returns: ok,
    summary: '置顶或取消置顶栏目',
  }),
  preview: get('/cms/news/column/preview', {
    access: manage,
    query: query({ id }),
    returns: z.object({ column: NewsColumn, list: z.array(NewsItem) }),
    summary: '按公开页面的样子预览栏目',
  }),
  owners: get('/cms/news/column/owners', {
    access: manage,
    query: query({}),
    returns: z.array(z.object({ value: z.number(), label: z.string() })),
    summary: '可以选为栏目负责人的人，以及现在的负责人',
  }),
  list: get('/cms/news/column/list', {
    access: 'public',
    query: query({ keyword: keyword.optional(), scope, ...paging(100, 100) }),
    returns: page(NewsColumn),
    summary: '资讯栏目；scope=manage 为管理列表',
  }),
}
