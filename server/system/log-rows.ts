import { sql, type AliasedExpression, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import { LOG_LISTED, type LogQuery, type LogRow } from '../../contract/system.ts'
import type { Db } from '../kernel/db/index.ts'
import { maskText } from '../kernel/access/pii.ts'
import { likeText } from '../kernel/db/like.ts'
import { dayRange } from '../kernel/lists/day-range.ts'

export type Query = z.output<typeof LogQuery>
export type LogFilter = Omit<Query, 'page' | 'pageSize' | 'kind'>
export type LogLine = z.input<typeof LogRow>
export interface LogPage {
  total: number
  list: LogLine[]
  more: boolean
}

export const NO_ROWS: LogPage = { total: 0, more: false, list: [] }

/** Rows of users whose name contains the words. The users are selected first, so that the log is read by its index on users. */
export const isNamed = (column: string, words: string) =>
  sql<boolean>`${sql.ref(column)} in (select id from sys_user where name like ${likeText(words)})`

/** Number of rows, at most LOG_LISTED, and whether there are more; counting millions of rows would take too long. */
export async function upTo<DB, TB extends keyof DB>(found: SelectQueryBuilder<DB, TB, {}>): Promise<{ total: number; more: boolean }> {
  const rows = await found
    .select(sql`1`.as('one'))
    .limit(LOG_LISTED + 1)
    .execute()
  return { total: Math.min(rows.length, LOG_LISTED), more: rows.length > LOG_LISTED }
}
/** Offset and limit of a page within the newest LOG_LISTED rows. */
export const part = ({ page, pageSize }: Pick<Query, 'page' | 'pageSize'>, total: number) => {
  const offset = (page - 1) * pageSize
  return { offset, limit: Math.max(0, Math.min(pageSize, total - offset)) }
}

/** Rows older than one that was listed, in the order of the list: the next window of LOG_LISTED rows begins after it. */
export const olderThan = (table: 'audit_log' | 'visit_log', before: number) =>
  sql<boolean>`(${sql.ref(`${table}.at`)}, ${sql.ref(`${table}.id`)}) < ((select b.at from ${sql.table(table)} b where b.id = ${before}), ${before})`

function visitsWhere(db: Db, q: LogFilter) {
  let rows = db.selectFrom('visit_log').leftJoin('sys_user', 'sys_user.id', 'visit_log.user_id')
  if (q.userName) rows = rows.where(isNamed('visit_log.user_id', q.userName))
  if (q.routerName)
    rows = rows.where((e) => e.or([e('router_name', 'like', likeText(q.routerName!)), e('page_title', 'like', likeText(q.routerName!))]))
  if (q.before) rows = rows.where(olderThan('visit_log', q.before))
  return rows.where(dayRange('visit_log.at', q.startTime, q.endTime))
}
const visitColumns = [
  'visit_log.id',
  'visit_log.at',
  'user_id as userId',
  'sys_user.name as userName',
  'visit_log.user_type as userType',
  'ip',
  'router_name as routerName',
  'page_title as pageTitle',
] as const
const shownVisit = <R extends { pageTitle: string | null }>(row: R): R => ({ ...row, pageTitle: row.pageTitle && maskText(row.pageTitle) })

export const countVisits = async (db: Db, q: LogFilter): Promise<number> =>
  (
    await visitsWhere(db, q)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
  ).total

/** With more pages than these, the words are so common that the newest visits are read one after another. */
const PAGES_MOST = 200

/** The pages whose address or title contains the words; null when they are too many. */
async function pagesWith(db: Db, words: string): Promise<{ router_name: string; page_title: string }[] | null> {
  const like = likeText(words)
  const rows = await db
    .selectFrom('visit_page')
    .selectAll()
    .where((e) => e.or([e('router_name', 'like', like), e('page_title', 'like', like)]))
    .limit(PAGES_MOST + 1)
    .execute()
  return rows.length > PAGES_MOST ? null : rows
}

interface Newest {
  id: number
  at: string
}
/**
 * A page of the newest rows of several groups. `found` gives the rows of the group `g` of `groups`, of which only the newest are read; `shown`
 * reads the rows of the page in this order.
 */
export async function newestOfGroups(
  db: Db,
  q: Query,
  groups: RawBuilder<unknown>,
  found: Expression<Newest>,
  shown: (newest: AliasedExpression<Newest, 'n'>) => Promise<LogLine[]>,
): Promise<LogPage> {
  const each = (limit: number) =>
    db.selectFrom(
      sql<Newest>`(select r.id, r.at from ${groups} cross join lateral
        (select f.id, f.at from ${found} f order by f.at desc, f.id desc limit ${limit}) r)`.as<'e'>(sql`e`),
    )
  const { total, more } = await upTo(each(LOG_LISTED + 1))
  if (total === 0) return { total, more, list: [] }
  const { limit, offset } = part(q, total)
  const newest = each(offset + limit)
    .select(['e.id', 'e.at'])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .offset(offset)
  return { total, more, list: await shown(newest.as('n')) }
}

/**
 * The visits of these pages. With more conditions than the hash the database would expect few rows and sort them all instead of reading the
 * first ones along the index.
 */
function visitsOfPages(db: Db, q: Query, pages: readonly { router_name: string; page_title: string }[]): Promise<LogPage> {
  const groups = sql`unnest(${pages.map((page) => page.router_name)}::text[], ${pages.map((page) => page.page_title)}::text[]) g(router_name, page_title)`
  const found = visitsWhere(db, { ...q, routerName: undefined })
    .where(
      sql<boolean>`hashtextextended(visit_log.router_name || ' ' || coalesce(visit_log.page_title, ''), 0) = hashtextextended(g.router_name || ' ' || g.page_title, 0)`,
    )
    .select(['visit_log.id', 'visit_log.at'])
  return newestOfGroups(db, q, groups, found, async (newest) => {
    const rows = await db
      .selectFrom(newest)
      .innerJoin('visit_log', 'visit_log.id', 'n.id')
      .leftJoin('sys_user', 'sys_user.id', 'visit_log.user_id')
      .select(visitColumns)
      .orderBy('n.at', 'desc')
      .orderBy('n.id', 'desc')
      .execute()
    return rows.map(shownVisit)
  })
}

/** Page visits, newest first. */
export async function visits(db: Db, q: Query): Promise<LogPage> {
  const pages = q.routerName ? await pagesWith(db, q.routerName) : null
  if (pages) return pages.length === 0 ? NO_ROWS : visitsOfPages(db, q, pages)
  const found = visitsWhere(db, q)
  const { total, more } = await upTo(found)
  const { limit, offset } = part(q, total)
  const rows = await found
    .select(visitColumns)
    .orderBy('visit_log.at', 'desc')
    .orderBy('visit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total, more, list: rows.map(shownVisit) }
}

export const visitsAfter = async (db: Db, q: LogFilter, after: number, limit: number): Promise<LogLine[]> =>
  (await visitsWhere(db, q).select(visitColumns).where('visit_log.id', '>', after).orderBy('visit_log.id').limit(limit).execute()).map(
    shownVisit,
  )
