import { sql } from 'kysely'
import { contentCodes } from '../../contract/content/states.ts'
import type { news, NewsItem } from '../../contract/content/news.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { OrderEnds } from '../../contract/order-ends.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { timeline } from '../kernel/flow-log.ts'
import { allowed, readerOf, type Reader } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { orderEndsOf } from '../kernel/lists/order-ends.ts'
import { cut, pageOf } from '../kernel/lists/page-of.ts'
import { viewCounter } from '../kernel/public/views.ts'
import type { Call } from '../kernel/kernel.ts'
import { columnsBelow } from './columns.ts'
import { newsFlow } from './flow.ts'
import { newsViewed, untilTurn } from './kept.ts'
import { newsGone, standingOf } from './news-save.ts'
import { managing, seesNews } from './rights.ts'
import { findNews } from './find.ts'
import { isPublic } from './visible.ts'

export const newsColumns = [
  'p.id',
  'p.column_id',
  'c.name as column_name',
  'p.title',
  'p.summary',
  'p.source',
  'p.author',
  'p.cover',
  'p.cover_alt',
  'p.publish_time',
  'p.top_flag',
  'p.view_num',
  'p.state',
  'p.version',
  'p.publish_at',
  'p.take_down_at',
  'p.updated_at',
  'p.review_opinion',
  'p.submitted_by',
  'p.created_by',
] as const
const base = (db: Db) => db.selectFrom('news as p').innerJoin('news_column as c', 'c.id', 'p.column_id').where('p.deleted', '=', false)
const rowsOf = (k: Kernel) => base(k.db).select(newsColumns).select(isPublic(k).as('shown')).execute()
export type NewsRow = Awaited<ReturnType<typeof rowsOf>>[number]

export const itemOf = (k: Kernel, row: NewsRow, staff: Reader | null, ends?: OrderEnds): NewsItem => ({
  id: row.id,
  columnId: row.column_id,
  columnName: row.column_name,
  title: row.title,
  summary: row.summary,
  source: row.source,
  author: row.author,
  cover: row.cover,
  coverAlt: row.cover_alt,
  publishTime: row.publish_time,
  topFlag: row.top_flag ? 1 : 0,
  viewNum: row.view_num,
  standing: staff && {
    state: row.state,
    stateName: contentCodes.labels[row.state as 0],
    version: row.version,
    publishAt: row.publish_at,
    takeDownAt: row.take_down_at,
    shown: row.shown,
    updateTime: row.updated_at,
    opinion: row.review_opinion,
    allowed: allowed(newsFlow, staff, standingOf(k, row)).filter((name) => name !== 'expire'),
    ...(ends ? { ends } : {}),
  },
})

type Asked = Parsed<typeof news.list>['query']
/** For everybody, public articles: pinned first, or best match first for a search. For content staff with scope=manage, all articles. */
export async function listNews(k: Kernel, actor: Actor | null, { columnId, keyword, state, forReview, scope, ...part }: Asked) {
  const staff = managing(actor, scope) ? signedIn(actor) : null
  const columnIds = columnId === undefined ? null : await columnsBelow(k.db, columnId)
  if (!staff && !keyword) return publicPage(k, columnIds, part)
  let found = base(k.db)
  if (!staff) found = found.where(isPublic(k))
  if (staff && state !== undefined) found = found.where('p.state', '=', state)
  if (staff && forReview === 1) found = found.where(forReviewBy(staff, newsFlow, 'p'))
  if (columnIds) found = found.where('p.column_id', 'in', columnIds)
  const ids = keyword && !staff ? await findNews(k, keyword) : null
  if (ids) {
    if (ids.length === 0) return { total: 0, list: [] }
    found = found.where('p.id', 'in', ids)
  } else if (keyword) found = found.where('p.title', 'ilike', likeText(keyword))
  const { total, rows } = await pageOf(
    found,
    part,
    (q) =>
      ids
        ? q.orderBy(sql`array_position(${ids}::bigint[], p.id)`)
        : q.orderBy('p.top_flag', 'desc').orderBy('p.sort', 'desc').orderBy('p.id', 'desc'),
    (q) => q.select(newsColumns).select(isPublic(k).as('shown')),
  )
  const ends = staff && (await endsOf(k, rows))
  const reader = staff && (await readerOf(k.db, newsFlow, staff, rows))
  return { total, list: rows.map((row) => itemOf(k, row, reader, ends?.get(row.id))) }
}
const endsOf = (k: Kernel, rows: readonly NewsRow[]) =>
  orderEndsOf(k.db, { table: 'news', level: ['column_id', 'top_flag'], descending: true, among: sql<boolean>`not o.deleted` }, rows)

interface Part {
  page: number
  pageSize: number
}
/** A page is read along the index of its order; all articles are not counted anew for each. */
async function publicPage(k: Kernel, columnIds: readonly number[] | null, part: Part) {
  const total = await untilTurn(k, columnIds, async () => {
    const shown = k.db.selectFrom('news as p').where(isPublic(k))
    const counted = columnIds ? shown.where('p.column_id', 'in', columnIds) : shown
    return (await counted.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
  })
  return { total, list: total <= (part.page - 1) * part.pageSize ? [] : await publicItems(k, columnIds, part) }
}

async function publicItems(k: Kernel, columnIds: readonly number[] | null, part: Part): Promise<NewsItem[]> {
  const all = base(k.db).where(isPublic(k))
  const rows = await cut(columnIds ? all.where('p.column_id', 'in', columnIds) : all, part)
    .select(newsColumns)
    .select(isPublic(k).as('shown'))
    .orderBy('p.top_flag', 'desc')
    .orderBy('p.sort', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  return rows.map((row) => itemOf(k, row, null))
}

/** The first public articles of these columns, in the order of the public page. */
export const newestIn = (k: Kernel, columnIds: readonly number[], limit: number): Promise<NewsItem[]> =>
  publicItems(k, columnIds, { page: 1, pageSize: limit })

/** 解读 and news about a policy. `older`: the policy was changed after the article was written. */
export async function newsOfPolicy(k: Kernel, policyId: number) {
  const rows = await base(k.db)
    .innerJoin('news_policy as n', 'n.news_id', 'p.id')
    .where('n.policy_id', '=', policyId)
    .where(isPublic(k))
    .select(['p.id', 'p.title', 'c.name as column_name', 'p.publish_time', 'n.policy_version'])
    .select(sql<number>`(select coalesce(max(number), 1) from policy_version v where v.policy_id = ${policyId})`.as('number'))
    .orderBy('p.sort', 'desc')
    .limit(10)
    .execute()
  return rows.map((r) => ({
    id: r.id,
    title: r.title,
    columnName: r.column_name,
    publishTime: r.publish_time!,
    older: r.number > r.policy_version,
  }))
}

const count = viewCounter({
  table: 'news',
  visible: 'p.shown',
  counter: 'news_view',
  marks: 'news_view_mark',
  key: 'news_id',
  gone: '该资讯不存在或已被删除',
})
/** Counts a view, only while the article is public. */
export async function countNewsView(k: Kernel, call: Call, id: number): Promise<{ viewNum: number }> {
  if (!(await base(k.db).where('p.id', '=', id).where(isPublic(k)).select('p.id').executeTakeFirst())) throw newsGone()
  const counted = await count(k, call, id)
  newsViewed(k, id)
  return counted
}

const moveNames: Readonly<Record<string, string>> = {
  create: '新增',
  edit: '修改',
  submit: '送审',
  withdraw: '撤回',
  approve: '审核通过',
  reject: '审核不通过',
  publish: '发布',
  offPublish: '下架',
  expire: '定时下架',
}
export async function newsSteps(k: Kernel, actor: Actor, id: number) {
  if (!seesNews(actor) || !(await base(k.db).where('p.id', '=', id).select('p.id').executeTakeFirst())) throw newsGone()
  return (await timeline(k.db, newsFlow, id)).map((s) => ({
    id: s.id,
    move: s.move,
    name: moveNames[s.move] ?? s.move,
    at: s.at,
    by: s.actor_name,
    reason: s.reason,
  }))
}
