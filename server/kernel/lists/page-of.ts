import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import type { Sort } from '../../../contract/fields.ts'

interface Part {
  page: number
  pageSize: number
}
/** The sort parameters of a query with `...sorting(…)`. */
interface Asked<K extends string> {
  sort: Sort<K>
  order?: 'asc' | 'desc' | undefined
}
/** The allow-list of a list: the column of each sort key of the contract, and the unique column that orders equal rows. */
export interface Orders<DB, TB extends keyof DB, K extends string> {
  by: Record<K, ReferenceExpression<DB, TB>>
  tie: ReferenceExpression<DB, TB>
  /** sort keys for which rows without a value come last in both directions; an ordinary index does not support that */
  emptyLast?: readonly K[]
}

/** The sort key and direction of `sort` (and of the older `order`). */
export const sortOf = <K extends string>({ sort, order }: Asked<K>): { key: K; direction: 'asc' | 'desc' } => {
  const key = sort.replace(/^-/, '') as K
  return { key, direction: order ?? (sort === key ? 'asc' : 'desc') }
}

/** Orders the query as requested. A sort key that `by` does not name cannot arrive here: the contract refuses it. */
export function ordered<DB, TB extends keyof DB, O, K extends string>(
  query: SelectQueryBuilder<DB, TB, O>,
  asked: Asked<K>,
  { by, tie, emptyLast = [] }: Orders<DB, TB, K>,
): SelectQueryBuilder<DB, TB, O> {
  const { key, direction } = sortOf(asked)
  return query
    .orderBy(by[key], emptyLast.includes(key) ? (o) => (direction === 'asc' ? o.asc() : o.desc()).nullsLast() : direction)
    .orderBy(tie, direction)
}

/** The rows of one page. */
export const cut = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, { page, pageSize }: Part) =>
  query.limit(pageSize).offset((page - 1) * pageSize)

/** A fixed order of a list, instead of the allow-list. */
type Fixed<DB, TB extends keyof DB> = (query: SelectQueryBuilder<DB, TB, {}>) => SelectQueryBuilder<DB, TB, {}>
type Rows<DB, TB extends keyof DB, R> = (page: SelectQueryBuilder<DB, TB, {}>) => { execute: () => Promise<R[]> }
interface Page<R> {
  total: number
  rows: R[]
}

/**
 * One page of the filtered rows, and their total. `found` has joins and conditions and selects nothing. `order` is the allow-list from
 * which the caller chooses by `sort`, or the fixed order of this list. `rows` selects the columns; for a heavy list it selects the ids, and
 * the caller reads their rows. A page behind the end queries no rows.
 */
export function pageOf<DB, TB extends keyof DB, R, K extends string>(
  found: SelectQueryBuilder<DB, TB, {}>,
  asked: Part & Asked<K>,
  order: Orders<DB, TB, NoInfer<K>>,
  rows: Rows<DB, TB, R>,
): Promise<Page<R>>
export function pageOf<DB, TB extends keyof DB, R>(
  found: SelectQueryBuilder<DB, TB, {}>,
  asked: Part,
  order: Fixed<DB, TB>,
  rows: Rows<DB, TB, R>,
): Promise<Page<R>>
export async function pageOf<DB, TB extends keyof DB, R>(
  found: SelectQueryBuilder<DB, TB, {}>,
  asked: Part & Partial<Asked<string>>,
  order: Orders<DB, TB, string> | Fixed<DB, TB>,
  rows: Rows<DB, TB, R>,
): Promise<Page<R>> {
  const { total } = (await found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()) as { total: number }
  if (total <= (asked.page - 1) * asked.pageSize) return { total, rows: [] }
  const inOrder = typeof order === 'function' ? order(found) : ordered(found, { ...asked, sort: asked.sort! }, order)
  return { total, rows: await rows(cut(inOrder, asked)).execute() }
}

/**
 * The rows of a heavy list whose page returned only ids, in the order of the page: columns that need lookups are computed for the shown
 * rows only.
 */
export async function inOrderOf<R extends { id: number }>(
  page: readonly { id: number }[],
  read: (ids: number[]) => Promise<R[]>,
): Promise<R[]> {
  if (page.length === 0) return []
  const ids = page.map((row) => row.id)
  const byId = new Map((await read(ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
