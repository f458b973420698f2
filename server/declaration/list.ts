import type { SelectQueryBuilder } from 'kysely'
import { declarationStates, stateOfCode, type DeclarationState } from '../../contract/declaration.ts'
import type { Database } from '../../db/schema.ts'
import type { Db } from '../kernel/db/index.ts'
import { declarationRows, inOrder, type DeclarationRecord } from './queries.ts'
import { cut } from '../kernel/lists/page-of.ts'

/** Declarations as `d`, with joins for the conditions; nothing is selected yet. */
type Filtered = SelectQueryBuilder<Database & { d: Database['declaration'] }, 'd', object>

export interface StateCount {
  state: DeclarationState
  count: number
}

/** One page of the filtered rows: the counts by state, the ids of the page, then their rows. `by` orders the ids. */
export async function declarationPage<Q extends { page: number; pageSize: number; state?: number | undefined }>(
  db: Db,
  base: unknown,
  q: Q,
  by: (ids: Filtered) => Filtered,
): Promise<{ total: number; rows: DeclarationRecord[]; counts: StateCount[] }> {
  const filtered = base as Filtered
  const counts = await filtered
    .select(['d.state', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('d.state')
    .execute()
  const state = q.state === undefined ? null : stateOfCode(q.state)
  const wanted = state === null ? filtered : filtered.where('d.state', '=', state)
  const ids = (await cut(by(wanted).select('d.id'), q).execute()).map((r) => r.id)
  const rows = ids.length ? await declarationRows(db).where('d.id', 'in', ids).execute() : []
  return {
    total: counts.filter((c) => state === null || c.state === state).reduce((sum, c) => sum + c.count, 0),
    rows: inOrder(ids, rows),
    counts,
  }
}

/** Every state with its count, including 0. */
export function stateCounts(counts: readonly StateCount[], name: 'public' | 'internal') {
  const byState = new Map(counts.map((c) => [c.state, c.count]))
  return Object.entries(declarationStates).map(([key, s]) => ({
    state: s.code,
    label: s[name],
    count: byState.get(key as DeclarationState) ?? 0,
  }))
}
