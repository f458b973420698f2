import { sql } from 'kysely'
import type { z } from 'zod'
import { contentCodes } from '../../contract/content/states.ts'
import type { news } from '../../contract/content/news.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { audit } from '../kernel/audit/audit.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { eachDue } from '../kernel/offers/publishing.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { handled, notify } from '../system/index.ts'
import { findingsOf } from './checks.ts'
import { newsFlow } from './flow.ts'
import { lockNews } from './news-save.ts'
import { orderedIds } from './order.ts'
import { changing, NEWS, reshow } from './visible.ts'
import type { Db } from '../kernel/db/index.ts'
import type { one } from '../../contract/content/parts.ts'

const { draft, published, pending } = contentCodes.code
type Locked = Awaited<ReturnType<typeof lockNews>>
type One = z.output<typeof one>

/** The first publication sets the article's place in its column: `sort` is the second at which it became, or will become, public. */
function firstTime(k: Kernel, row: Locked) {
  if (row.publish_time !== null) return {}
  const at = new Date(Math.max(k.clock.now().getTime(), row.publish_at === null ? 0 : Date.parse(row.publish_at)))
  return { publish_time: at, sort: Math.floor(at.getTime() / 1000) }
}

/** Publishes an article, or submits it when it needs a review. Refused until every finding of the check is confirmed. */
export const publishNews = (k: Kernel, call: Call, asked: Parsed<typeof news.publish>['body']) =>
  changing(k, async (db) => {
    const row = await lockNews(k, db, asked.id)
    const name = row.review && row.state !== contentCodes.code.down ? 'submit' : 'publish'
    const passed = await pass(k, db, row, asked)
    const moved = await move(db, call, newsFlow, row, {
      move: name,
      version: asked.version ?? row.version,
      reason: asked.answer || null,
      set: {
        answered: JSON.stringify(passed),
        review_opinion: null,
        ...(name === 'submit' ? { submitted_by: call.actor?.userId ?? null } : firstTime(k, row)),
      },
      detail: { title: row.title, confirmed: passed },
    })
    await follow(k, db, call, row, moved.state)
    return { id: row.id, ...moved }
  })

/** The keys of all findings confirmed so far. Refused while a finding is not confirmed, or needs an explanation that is missing. */
async function pass(k: Kernel, db: Db, row: Locked, { confirmed = [], answer }: { confirmed?: string[] | undefined; answer: string }) {
  const open = (await findingsOf(k, db, row)).filter(({ done }) => !done)
  const left = open.filter(({ key }) => !confirmed.includes(key))
  if (left.length > 0) throw refused(`发布前还有 ${left.length} 处需要确认：${left[0]!.message}（${left[0]!.place}）`, 'CHECKS')
  if (open.some((f) => f.answer) && !answer) throw invalidField('answer', '请说明电话、身份证号或打不开的链接为什么保留')
  return [...new Set([...row.answered, ...open.map(({ key }) => key)])].slice(-200)
}

export const reviewNews = (k: Kernel, call: Call, { id, version, pass: agreed, opinion }: Parsed<typeof news.review>['body']) =>
  changing(k, async (db) => {
    const row = await lockNews(k, db, id)
    const moved = await move(db, call, newsFlow, row, {
      move: agreed ? 'approve' : 'reject',
      version,
      reason: opinion,
      set: { review_opinion: opinion || null, reviewed_by: call.actor?.userId ?? null, ...(agreed ? firstTime(k, row) : {}) },
      detail: { title: row.title },
    })
    await follow(k, db, call, row, moved.state)
    if (row.submittedBy !== null)
      await notify(db, k, {
        to: { userId: row.submittedBy },
        kind: 'content',
        title: `资讯“${row.title}”${agreed ? '已通过审核' : '未通过审核'}`,
        body: opinion,
        link: `/work/newsManage?id=${id}`,
        except: call.actor?.userId ?? null,
      })
    return { id, ...moved }
  })

/** After a move, updates whether the article is public and notifies reviewers of an article that waits. */
async function follow(k: Kernel, db: Db, call: Call, row: Locked, state: number): Promise<void> {
  await reshow(db, sql`p.id = ${row.id}`)
  const waitsFor = `review:news:${row.id}`
  if (row.state === pending && state !== pending) await handled(db, k, waitsFor)
  if (state === pending && row.state !== pending)
    await notify(db, k, {
      to: { permission: 'news:review' },
      kind: 'work',
      title: `资讯“${row.title}”等待审核`,
      body: call.actor ? `由${call.actor.name}送审。` : '',
      link: `/work/newsManage?state=${pending}`,
      waitsFor,
      except: call.actor?.userId ?? null,
    })
}

/** Takes an article down, withdraws it from review, or deletes it. */
const plainMove =
  (name: 'offPublish' | 'withdraw' | 'delete') =>
  (k: Kernel, call: Call, { id, version }: One) =>
    changing(k, async (db) => {
      const row = await lockNews(k, db, id)
      const moved = await move(db, call, newsFlow, row, { move: name, version: version ?? row.version, detail: { title: row.title } })
      await follow(k, db, call, row, name === 'delete' ? draft : moved.state)
      return { id, ...moved }
    })
export const takeDownNews = plainMove('offPublish')
export const withdrawNews = plainMove('withdraw')
const deleteNews = plainMove('delete')
export const removeNews = async (k: Kernel, call: Call, asked: One): Promise<true> => {
  await deleteNews(k, call, asked)
  return true
}

export const pinNews = (k: Kernel, call: Call, { id, topFlag }: { id: number; topFlag: number }) =>
  changing<true>(k, async (db) => {
    const row = await lockNews(k, db, id)
    if (row.state !== published) throw refused('发布后才能置顶', 'STATE')
    await db
      .updateTable('news')
      .set({ top_flag: topFlag === 1, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    await audit(db, call, { action: 'news.setTop', objectType: NEWS, objectId: id, detail: { topFlag } })
    return true
  })

const NEAR = 200
/** The articles of the same column and pin level: those next to the article, or the first two hundred when a place is given. */
async function neighbours(db: Db, row: Locked, near: boolean) {
  const alike = db
    .selectFrom('news')
    .select(['id', 'sort'])
    .where('column_id', '=', row.column_id)
    .where('top_flag', '=', row.top_flag)
    .where('deleted', '=', false)
    .limit(near ? 1 : NEAR)
    .forUpdate()
  if (!near) return alike.orderBy('sort', 'desc').orderBy('id', 'desc').execute()
  const here = sql`(${row.sort}::bigint, ${row.id}::bigint)`
  const above = await alike
    .where(sql<boolean>`(sort, id) > ${here}`)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const under = await alike
    .where(sql<boolean>`(sort, id) < ${here}`)
    .orderBy('sort', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return [...above, { id: row.id, sort: row.sort }, ...under]
}

/**
 * Moves an article one place up or down in its column, or to a place counted from 1. The `sort` values stay; the articles exchange them.
 */
export const orderNews = (
  k: Kernel,
  call: Call,
  { id, ...to }: { id: number; direction?: 'up' | 'down' | undefined; order?: number | undefined },
) =>
  changing<true>(k, async (db) => {
    const rows = await neighbours(db, await lockNews(k, db, id), to.order === undefined)
    const ids = rows.map((one) => one.id)
    if (!ids.includes(id)) throw refused(`排在前 ${NEAR} 位的资讯才能指定位置`)
    const next = orderedIds(ids, id, to)
    let last = Infinity
    for (const [at, { sort }] of rows.entries()) {
      last = Math.min(sort, last - 1)
      await db.updateTable('news').set({ sort: last }).where('id', '=', next[at]!).where('sort', '!=', last).execute()
    }
    await audit(db, call, { action: 'news.move', objectType: NEWS, objectId: id })
    return true
  })

export const CLOCK_JOB = 'content.clock'
/**
 * Every minute, publishes and takes down the articles that are due, with their files; `opened` is called for each article that became
 * public.
 */
export const keepNewsByClock = (k: Kernel, opened: (id: number) => Promise<void>): void =>
  recurring(k, { name: CLOCK_JOB, title: '到点发布和下架资讯', cron: '* * * * *' }, async () => {
    const now = k.clock.now().toISOString()
    const opens = await k.db
      .selectFrom('news as p')
      // Articles of a hidden column stay hidden; trying them would clear every cached page each minute.
      .innerJoin('news_column as c', (on) => on.onRef('c.id', '=', 'p.column_id').on('c.shown', '=', true))
      .select('p.id')
      .where('p.state', '=', published)
      .where('p.shown', '=', false)
      .where('p.publish_at', '<=', now)
      .where((e) => e.or([e('p.take_down_at', 'is', null), e('p.take_down_at', '>', now)]))
      .execute()
    await eachDue(k, opens, async ({ id }) => {
      await changing(k, async (db) => {
        await lockNews(k, db, id)
        await reshow(db, sql`p.id = ${id}`)
      })
      await opened(id)
    })
    const closes = await k.db.selectFrom('news').select('id').where('state', '=', published).where('take_down_at', '<=', now).execute()
    await eachDue(k, closes, ({ id }) =>
      changing(k, async (db) => {
        const row = await lockNews(k, db, id)
        await move(db, systemCall(CLOCK_JOB), newsFlow, row, {
          move: 'expire',
          version: row.version,
          bySystem: true,
          set: { take_down_at: null },
        })
        await reshow(db, sql`p.id = ${id}`)
      }),
    )
  })
