import { sql } from 'kysely'
import { contentCodes } from '../../contract/content/states.ts'
import type { newsColumn, NewsColumn } from '../../contract/content/columns.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { allowed } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { endsIn } from '../kernel/lists/order-ends.ts'
import { withBelow } from '../kernel/trees.ts'
import { columnFlow, type ShelfStanding } from './flow.ts'
import { untilTurn } from './kept.ts'
import { lateness } from './lateness.ts'
import { managing } from './rights.ts'
import { isPublic } from './visible.ts'

export const columnGone = () => notFound('该栏目不存在或已下架')
export type Column = Awaited<ReturnType<typeof allColumns>>[number]

/** The whole tree, at most ninety rows: pinned columns first, then by their order. */
export const allColumns = (db: Db) =>
  db
    .selectFrom('news_column as c')
    .leftJoin('sys_user as o', 'o.id', 'c.owner_id')
    .select([
      'c.id',
      'c.version',
      'c.state',
      'c.parent_id',
      'c.code',
      'c.name',
      'c.summary',
      'c.sort',
      'c.top_flag',
      'c.fresh_days',
      'c.owner_id',
      'c.shown',
      'c.publish_time',
      'o.name as owner_name',
    ])
    .where('c.deleted', '=', false)
    .orderBy('c.top_flag', 'desc')
    .orderBy('c.sort')
    .orderBy('c.id')
    .execute()

/** A column and the columns above it, from the top. */
export function pathOf(columns: readonly Column[], id: number): Column[] {
  const path: Column[] = []
  for (let at = columns.find((c) => c.id === id); at; at = columns.find((c) => c.id === at!.parent_id)) path.unshift(at)
  return path
}
/** The ids of the column and of all columns below it. */
export const below = (columns: readonly Column[], id: number): number[] => withBelow(columns, id)

/** The columns among which a column moves, in their order: pinned ones stay above the others. */
export const beside = (columns: readonly Column[], { parent_id, top_flag }: Pick<Column, 'parent_id' | 'top_flag'>): number[] =>
  columns.filter((c) => c.parent_id === parent_id && c.top_flag === top_flag).map((c) => c.id)

const shelfState = (state: number) => state as ShelfStanding['state']

interface Figures {
  column_id: number
  count: number
  views: number
  newest: string | null
}
export async function columnFigures(k: Kernel): Promise<Figures[]> {
  const { rows } = await sql<Figures>`select p.column_id, count(*)::int as count, coalesce(sum(p.view_num), 0)::int as views,
    max(p.publish_time) as newest from news p where ${isPublic(k)} group by p.column_id`.execute(k.db)
  return rows
}

/** The columns in the order in which a list shows the tree: each is followed by the columns below it. */
const inOrder = (columns: readonly Column[], parent: number | null = null): Column[] =>
  columns.filter((c) => c.parent_id === parent).flatMap((c) => [c, ...inOrder(columns, c.id)])

export async function columnRows(k: Kernel, actor: Actor | null, staff: boolean): Promise<NewsColumn[]> {
  const [columns, figures] = await Promise.all([
    allColumns(k.db),
    // The views, which change without a change of the article, are for staff.
    staff ? columnFigures(k) : untilTurn(k, 'columns', () => columnFigures(k)),
  ])
  return inOrder(columns)
    .filter((c) => staff || c.shown)
    .map((c) => rowOf(k, columns, figures, c, staff, actor))
}

function rowOf(
  k: Kernel,
  columns: readonly Column[],
  figures: readonly Figures[],
  c: Column,
  staff: boolean,
  actor: Actor | null,
): NewsColumn {
  const mine = new Set(below(columns, c.id))
  const held = figures.filter((f) => mine.has(f.column_id))
  const newest =
    held
      .flatMap((f) => f.newest ?? [])
      .toSorted()
      .at(-1) ?? null
  const path = pathOf(columns, c.id)
  return {
    id: c.id,
    parentId: c.parent_id,
    name: c.name,
    path: path.map((one) => one.name).join(' / '),
    level: path.length,
    summary: c.summary,
    topFlag: c.top_flag ? 1 : 0,
    count: held.reduce((sum, f) => sum + f.count, 0),
    standing: !staff
      ? null
      : {
          state: c.state,
          stateName: contentCodes.labels[c.state as 0],
          version: c.version,
          shown: c.shown,
          freshDays: c.fresh_days,
          ownerId: c.owner_id,
          ownerName: c.owner_name,
          newest,
          publishTime: c.publish_time,
          late: lateness(k, c, newest),
          views: held.reduce((sum, f) => sum + f.views, 0),
          allowed: actor ? allowed(columnFlow, actor, { ...c, state: shelfState(c.state) }) : [],
          ends: endsIn(beside(columns, c), c.id),
        },
  }
}

type Asked = Parsed<typeof newsColumn.list>['query']
/** For everybody, the columns that are shown; for content staff with scope=manage, all of them. */
export async function listColumns(k: Kernel, actor: Actor | null, { keyword, scope, page, pageSize }: Asked) {
  const rows = await columnRows(k, actor, managing(actor, scope))
  const found = keyword ? rows.filter((c) => c.path.includes(keyword)) : rows
  return { total: found.length, list: found.slice((page - 1) * pageSize, page * pageSize) }
}

export const columnsBelow = async (db: Db, id: number): Promise<number[]> => below(await allColumns(db), id)
