import type { ScheduledKind } from '../../contract/scheduled/states.ts'
import type { Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface ScheduledTables {
  later_change: ScheduledChangeTable
}

/** A change of the site that waits for its time, or has ended. */
export interface ScheduledChangeTable {
  id: Id
  version: Default<number>
  state: Default<number>
  kind: ScheduledKind
  /** the dictionary of a value, the block of a figure */
  scope: Default<string>
  /** null: it adds a record */
  row_id: Maybe<number>
  name: string
  removes: Default<boolean>
  /** what the save at once takes; it contains the version against which it was written */
  payload: Json<Record<string, unknown>>
  /** what it changes, as 修改记录 would keep it */
  before: MaybeJson<Record<string, unknown>>
  after: MaybeJson<Record<string, unknown>>
  effective_at: Instant
  /** why it was not applied */
  reason: Default<string>
  created_by: Maybe<number>
  created_by_name: string
  created_at: Instant
  ended_at: MaybeAt
  updated_at: Instant
}
