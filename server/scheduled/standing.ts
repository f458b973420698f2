import { sql } from 'kysely'
import type { ScheduledKind } from '../../contract/scheduled/states.ts'
import type { Db } from '../kernel/db/index.ts'

/** The version of the record of now; null: there is none, or it is not there yet. */
const presentIn = (table: string) => sql<number | null>`(select t.version from ${sql.table(table)} t where t.id = c.row_id)`
const versions = {
  link: presentIn('link'),
  dictType: presentIn('dict_type'),
  dictValue: presentIn('dict_value'),
  basicData: presentIn('basic_data'),
} as const satisfies Record<ScheduledKind, object>
/**
 * How many changes of its content 修改记录 has kept since `c` was planned. A deletion is left out, because its undo brings the version back
 * too, and a move, because it leaves the version alone. Each dictionary has its own: `dictValue:region`.
 */
const since = (which: 'all' | 'standing') => sql<number>`(select count(*)::int from row_change r
  where (r.kind = c.kind or r.kind like c.kind || ':%') and r.row_id = c.row_id and r.changed_at > c.created_at
    and r.after is not null and r.after -> 'place' is null ${which === 'standing' ? sql`and r.undone_at is null` : sql``})`

/** Columns of `later_change as c` that say how its record stands. */
export const standingOf = (kind: ScheduledKind) =>
  [versions[kind].as('present'), since('all').as('changes'), since('standing').as('standing')] as const

interface Standing {
  row_id: number | null
  payload: unknown
  present: number | null
  changes: number
  standing: number
}
/**
 * The version on which a change would act now; null: on none, its record is another one than it was planned on. A record that was changed
 * and put back is the same one under a later version: each change and each undo counted the version up once. What counted it up otherwise
 * left no trace by which to compare, so the change then acts on nothing.
 */
export function versionToActOn({ row_id: rowId, payload, present, changes, standing }: Standing): number | null {
  const { version: planned } = payload as { version?: number }
  if (rowId === null || planned === undefined || present === null || present === planned) return present
  return changes > 0 && standing === 0 && present === planned + 2 * changes ? present : null
}

export const readStanding = (db: Db, kind: ScheduledKind, id: number): Promise<Standing> =>
  db
    .selectFrom('later_change as c')
    .where('c.id', '=', id)
    .select(['c.row_id', 'c.payload'])
    .select(standingOf(kind))
    .executeTakeFirstOrThrow()
