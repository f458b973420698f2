import { sql } from 'kysely'
import type { newsBrief, NewsBrief } from '../../contract/content/brief.ts'
import { contentCodes } from '../../contract/content/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { addDays, today } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayAfter, dayRange, dayStart } from '../kernel/lists/day-range.ts'
import { monthsBefore } from '../kernel/lists/months.ts'
import { notify } from '../system/index.ts'
import { columnRows } from './columns.ts'

const MOST = 10
const { published, down, pending } = contentCodes.code
const daysOf = (first: string) => ({ from: first, to: addDays(monthsBefore(first, -1), -1) })
/** Articles that were published in these days, also those that were taken down since. */
const of = (k: Kernel, { from, to }: { from: string; to: string }) =>
  k.db
    .selectFrom('news as p')
    .where('p.deleted', '=', false)
    .where('p.state', 'in', [published, down])
    .where(dayRange('p.publish_time', from, to))
    .where('p.publish_time', '<=', k.clock.now().toISOString())

const byColumn = async (k: Kernel, days: { from: string; to: string }) =>
  new Map(
    (
      await of(k, days)
        .select((e) => ['p.column_id', e.fn.countAll<number>().as('n'), e.fn.sum<number>('p.view_num').as('views')])
        .groupBy('p.column_id')
        .execute()
    ).map((row) => [row.column_id, { n: Number(row.n), views: Number(row.views) }]),
  )

/** The brief of a month; without one, of the last whole month. */
export async function briefOf(k: Kernel, { month }: Parsed<typeof newsBrief.month>['query']): Promise<NewsBrief> {
  const first = month === undefined ? monthsBefore(today(k.clock), 1) : `${month}-01`
  const days = daysOf(first)
  const [now, before, columns, most, takenDown, waiting] = [
    await byColumn(k, days),
    await byColumn(k, daysOf(monthsBefore(first, 1))),
    await columnRows(k, null, true),
    await of(k, days)
      .innerJoin('news_column as c', 'c.id', 'p.column_id')
      .select(['p.id', 'p.title', 'c.name as columnName', 'p.publish_time', 'p.view_num as viewNum'])
      .where('p.state', '=', published)
      .orderBy('p.view_num', 'desc')
      .orderBy('p.id', 'desc')
      .limit(MOST)
      .execute(),
    await takenDownIn(k, days),
    await k.db
      .selectFrom('news')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('state', '=', pending)
      .where('deleted', '=', false)
      .executeTakeFirstOrThrow(),
  ]
  const rows = columns
    .filter(({ id, standing }) => standing?.shown || now.has(id) || before.has(id))
    .map(({ id, path, standing }) => ({
      id,
      path,
      published: now.get(id)?.n ?? 0,
      before: before.get(id)?.n ?? 0,
      views: now.get(id)?.views ?? 0,
      newest: standing?.newest ?? null,
      late: standing?.late ?? null,
    }))
  const sum = (key: 'published' | 'before' | 'views') => rows.reduce((all, row) => all + row[key], 0)
  return {
    month: first.slice(0, 7),
    published: sum('published'),
    before: sum('before'),
    views: sum('views'),
    takenDown,
    waiting: Number(waiting.n),
    columns: rows,
    most: most.map(({ publish_time: publishTime, ...row }) => ({ ...row, publishTime: publishTime! })),
  }
}

async function takenDownIn(k: Kernel, { from, to }: { from: string; to: string }): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct p.id)::int as n from news p
    join flow_log l on l.flow = 'news' and l.row_id = p.id and l.move in ('offPublish', 'expire')
    where not p.deleted and l.at >= ${dayStart(from)}::timestamptz and l.at < ${dayAfter(to)}::timestamptz`.execute(k.db)
  return rows[0]!.n
}

/** On the first morning of a month, leaders are told of the last one. */
export async function tellBrief(k: Kernel): Promise<void> {
  const { month, published: count, before, views, columns } = await briefOf(k, {})
  const late = columns.filter((one) => (one.late ?? 0) > 0)
  await k.db.transaction().execute((db) =>
    notify(db, k, {
      to: { permission: 'news:review' },
      kind: 'content',
      title: `${Number(month.slice(5))} 月资讯简报：发布 ${count} 篇（上月 ${before} 篇），浏览 ${views} 次`,
      body:
        late.length === 0 ? '各栏目都在更新期限内。' : `超过更新期限的栏目：${late.map((one) => `${one.path} ${one.late} 天`).join('；')}`,
      link: `/work/newsManage?tab=brief&month=${month}`,
      key: `content:brief:${month}`,
    }),
  )
}
export const tellBriefMonthly = (k: Kernel): void =>
  recurring(k, { name: 'content.brief', title: '资讯月度简报', cron: '45 8 1 * *' }, () => tellBrief(k))
