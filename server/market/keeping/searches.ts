import { sql } from 'kysely'
import { workshopInfo } from '../../../contract/market/item.ts'
import type { marketKeeping } from '../../../contract/market/keeping.ts'
import { marketKinds, marketStates, SEARCHES_MAX, type MarketKind } from '../../../contract/market/states.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { AppError, notFound, refused } from '../../kernel/errors.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { readFilters } from '../../kernel/lists/read-filters.ts'
import { eachDue } from '../../kernel/offers/publishing.ts'
import { notify } from '../../system/index.ts'
import type { Filters } from '../filter.ts'
import { foundBy, listedItems } from '../public-list.ts'
import { marketListPath } from './favourites.ts'

const AT_ONCE = 200
/** A review that began before a run can be written after it, so the last minute waits for the next run. */
const SETTLED_MS = 60_000
/** Milliseconds of one run; the rest waits for the next. */
const RUN_MS = 60_000
/** Filters of an address as the list reads them, without the place in the list. Throws at the name of a filter that the list refuses. */
function read({ q, ...more }: Record<string, string>): Filters {
  const given = { ...more, ...(q ? { keyword: q } : {}) }
  const { page: _page, pageSize: _size, sort: _sort, ...filters } = readFilters(workshopInfo.listReviewPassed.query!, given, 'filters')
  return filters
}
/** Stored filters; null when the list of today refuses them. */
function filtersOf(asked: Record<string, string>): Filters | null {
  try {
    return read(asked)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

export async function saveSearch(k: Kernel, call: Call, { kind, name, filters: asked }: Parsed<typeof marketKeeping.saveSearch>['body']) {
  const { userId } = signedIn(call.actor)
  read(asked)
  // A place in the list is no filter: the notice opens the newest items on the first page.
  const { page: _page, pageSize: _size, sort: _sort, ...filters } = asked
  return k.db.transaction().execute(async (db) => {
    // Locks the account's row, so that parallel requests cannot exceed the limit.
    await db.selectFrom('sys_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
    const mine = await db.selectFrom('market_search').select(['id', 'kind', 'filters']).where('user_id', '=', userId).execute()
    const key = (of: string, all: Record<string, string>) => JSON.stringify([of, Object.entries(all).toSorted()])
    const before = mine.find((one) => key(one.kind, one.filters) === key(kind, filters))
    if (before) {
      await db.updateTable('market_search').set({ name }).where('id', '=', before.id).execute()
      return { id: before.id }
    }
    if (mine.length >= SEARCHES_MAX) throw refused(`最多保存 ${SEARCHES_MAX} 个筛选，请先删除不用的`, 'LIMIT')
    const now = k.clock.now()
    return db
      .insertInto('market_search')
      .values({ user_id: userId, kind, name, filters: JSON.stringify(filters), created_at: now, told_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}
export async function listSearches(k: Kernel, actor: Actor) {
  const rows = await k.db.selectFrom('market_search').selectAll().where('user_id', '=', actor.userId).orderBy('id', 'desc').execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    filters: row.filters,
    usable: filtersOf(row.filters) !== null,
    createTime: row.created_at,
  }))
}
export async function removeSearch(k: Kernel, call: Call, id: number): Promise<true> {
  const { numDeletedRows } = await k.db
    .deleteFrom('market_search')
    .where('id', '=', id)
    .where('user_id', '=', signedIn(call.actor).userId)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw notFound('没有这个筛选')
  return true
}

const addressOf = (kind: MarketKind, filters: Record<string, string>): string =>
  `/page/sdmarket?${new URLSearchParams({ kind, ...filters, sort: 'newest' })}`

/** Searches of kinds with items that are newer than the last notice, after the given one, longest untold first. */
const dueSearches = (k: Kernel, until: string, after: { told_at: string; id: number } | null) =>
  k.db
    .selectFrom('market_search as s')
    .selectAll('s')
    .where((e) =>
      e.exists(
        e
          .selectFrom('market_item as p')
          .select('p.id')
          .whereRef('p.kind', '=', 's.kind')
          .where('p.state', '=', marketStates.code.passed)
          .where('p.deleted', '=', false)
          .whereRef('p.publish_time', '>', 's.told_at')
          .where('p.publish_time', '<=', until),
      ),
    )
    .$if(after !== null, (q) => q.where(sql<boolean>`(s.told_at, s.id) > (${after!.told_at}::timestamptz, ${after!.id}::bigint)`))
    .orderBy('s.told_at')
    .orderBy('s.id')
    .limit(AT_ONCE)
    .execute()
type Search = Awaited<ReturnType<typeof dueSearches>>[number]

/** What to tell the owner of a search: new items, or that the search cannot be used any more; null: nothing. */
async function newsOf(k: Kernel, search: Search, until: string) {
  const words = { to: { userId: search.user_id }, kind: 'market' } as const
  const filters = filtersOf(search.filters)
  if (!filters)
    return {
      ...words,
      title: `您保存的筛选“${search.name}”不能再使用`,
      body: '列表的筛选条件有调整，这个筛选不再通知。请重新选择条件保存，原来的可以删除。',
      link: marketListPath(search.kind),
      key: `market:search:refused:${search.id}`,
    }
  const found = await listedItems(k, search.kind, filters, await foundBy(k, search.kind, filters.keyword))
    .where('p.publish_time', '>', search.told_at)
    .where('p.publish_time', '<=', until)
    .where((e) => e.or([e('p.user_id', 'is', null), e('p.user_id', '!=', search.user_id)]))
    // What a colleague offers is no news either.
    .where(
      sql<boolean>`(p.company_id is null or p.company_id is distinct from (select company_id from sys_user where id = ${search.user_id}))`,
    )
    .select('p.title')
    .orderBy('p.publish_time', 'desc')
    .limit(AT_ONCE)
    .execute()
  if (found.length === 0) return null
  return {
    ...words,
    title: `您保存的筛选“${search.name}”有 ${found.length} 条新的${marketKinds[search.kind].name}`,
    body: found
      .slice(0, 3)
      .map(({ title }) => title)
      .join('；'),
    link: addressOf(search.kind, search.filters),
    key: `market:search:${search.id}:${until}`,
  }
}

/** Notifies users with saved searches of items published since their last notice. Returns how many were notified. */
export async function tellSearches(k: Kernel): Promise<number> {
  const stop = performance.now() + RUN_MS
  const until = new Date(k.clock.now().getTime() - SETTLED_MS).toISOString()
  let told = 0
  let after: Search | null = null
  for (;;) {
    const due: Search[] = await dueSearches(k, until, after)
    // A search that fails does not keep the others waiting.
    await eachDue(k, due, async (search) => {
      const news = await newsOf(k, search, until)
      told += await k.db.transaction().execute(async (db) => {
        // Of two processes only one sends the notice.
        const { numUpdatedRows } = await db
          .updateTable('market_search')
          .set({ told_at: until })
          .where('id', '=', search.id)
          .where('told_at', '=', search.told_at)
          .executeTakeFirst()
        return numUpdatedRows === 1n && news ? notify(db, k, news) : 0
      })
    })
    after = due.at(-1) ?? null
    if (due.length < AT_ONCE || performance.now() > stop) return told
  }
}
export const tellSearchesRegularly = (k: Kernel): void =>
  recurring(
    k,
    { name: 'market.searches', title: '告知保存的筛选有新的供需', cron: '*/10 * * * *' },
    async () => void (await tellSearches(k)),
  )
