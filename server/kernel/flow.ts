import { sql, type Selectable, type Updateable } from 'kysely'
import { hasVisibleSign } from '../../contract/fields.ts'
import type { PermissionCode } from '../../contract/permissions.ts'
import type { Database } from '../../db/schema.ts'
import { signedIn, type Actor } from './actor.ts'
import { audit } from './audit/audit.ts'
import type { Db } from './db/index.ts'
import { conflict, forbidden, invalidField, ownWork, refused } from './errors.ts'
import { note } from './flow-log.ts'
import { kernelOf } from './kernel-of.ts'
import type { Call } from './kernel.ts'
import { decidedBy, wroteAmong } from './own-work.ts'

export type State = string | number
type Tables = { [T in keyof Database]: Selectable<Database[T]> extends { version: number; updated_at: string } ? T : never }[keyof Database]

/** The columns of a row that decide about its moves, as read in the transaction that moves it. A domain adds what its conditions need. */
export interface Standing {
  id: number
  state: State
  version: number
}

/**
 * Who may make a move: holders of a permission code, or actors for whom the function answers true (the sender of the row, its company).
 * `system`: a job, or another move that brings this one with it; never offered to a user.
 */
type Who<Row> = PermissionCode | 'system' | ((actor: Actor, row: Row) => boolean)

/** One row of a flow table; other moves do not exist. Two rows of the same move differ in `from`, `who` or `when`. */
export interface Step<Row extends Standing, Move extends string> {
  from: readonly Row['state'][]
  move: Move
  /** null: the move deletes the row */
  to: Row['state'] | null
  who: Who<Row>
  /** as in 当前状态为“草稿”，不能审核通过 */
  name: string
  /** C-06. never: the maker of the row (`makers`) may not make this move; `ownVerb` is what the refusal says instead of 审核 · only: nobody else may */
  own?: 'never' | 'only'
  ownVerb?: string
  /** a reason is required, at this field; `ask` is the message when it is missing */
  reason?: { field: string; ask: string }
  /** false: the move does not exist for this row · a text: why it is not possible now */
  when?(row: Row): boolean | string
}

/**
 * The states and moves of one kind of row. `Payloads` types what a move keeps in its log row: `{ approve: { verdict: string } }`.
 * The table has the columns id, state, version and updated_at; `deleted` too, where rows are only marked as gone.
 */
export interface Flow<
  T extends Tables,
  Row extends Standing,
  Move extends string,
  Payloads extends Record<keyof Payloads, object> = Record<never, never>,
> {
  /** kind of its log rows, and of its audit rows unless `about` says otherwise */
  name: string
  table: T
  /** what people call a row, such as 补贴 */
  thing: string
  labels: Readonly<Record<Row['state'], string>>
  /** name of the state in a refusal, where the label alone is not enough */
  stateName?(row: Row): string
  /** states in which rows are created */
  first: readonly Row['state'][]
  /** states from which no move leads away, on purpose */
  final: readonly Row['state'][]
  steps: readonly Step<Row, Move>[]
  /** users who entered, submitted or made the row; for `own`, these are its makers. A flow with `writes` also names their columns */
  makers?(row: Row): readonly (number | null)[]
  makerColumns?: readonly string[]
  /**
   * Moves that write what is reviewed. Whoever made one since the last approval, or began the row, is its maker too (C-06, ADR 1002): the
   * row knows its first and last writer, the log knows those between. The table has a column created_by.
   */
  writes?: readonly NoInfer<Move>[]
  /** also before the last approval: what was sent cannot be taken back */
  wroteSince?: 'begun'
  /** what deleting means: the row is kept and marked, or deleted with its log */
  gone?: 'marked' | 'deleted'
  about?(row: Row): { action: string; objectType: string; objectId: number }
  /** types only */
  payloads?: Payloads
}

// Flows are constants of their modules; the test that walks over all flows finds them here.
const declared: Flow<Tables, any, string, any>[] = []
export const declaredFlows = (): readonly Flow<Tables, any, string, any>[] => declared

/** Declares a flow once, as a constant of its module. */
export function flow<
  T extends Tables,
  Row extends Standing,
  Move extends string,
  Payloads extends Record<keyof Payloads, object> = Record<never, never>,
>(table: Flow<T, Row, Move, Payloads>): Flow<T, Row, Move, Payloads> {
  declared.push(table)
  return table
}

/** A step for each state, for a move that does not change the state. */
export const inPlace = <S extends State, Rest extends object>(states: readonly S[], step: Rest): (Rest & { from: S[]; to: S })[] =>
  states.map((state) => ({ ...step, from: [state], to: state }))

const made = (f: Flow<Tables, any, string, any>, actor: Actor, row: Standing): boolean => f.makers?.(row).includes(actor.userId) ?? false
const may = <Row extends Standing>({ who }: Step<Row, string>, actor: Actor, row: Row): boolean =>
  typeof who === 'function' ? who(actor, row) : who !== 'system' && actor.permissions.has(who)

/** A caller, and the rows of an answer on which they wrote. */
export interface Reader extends Actor {
  wrote: ReadonlySet<string>
}
const rowKey = (f: { name: string }, id: number): string => `${f.name} ${id}`

/** Whether a row that waits is the work of its reader, who has the right to review. */
export const isOwnWork = (f: Flow<Tables, any, string, any>, actor: Actor | Reader, row: Standing): boolean =>
  made(f, actor, row) || ('wrote' in actor && actor.wrote.has(rowKey(f, row.id)))

/**
 * The caller as the reader of these rows, for `allowed` in a flow with `writes`: one query for all of them, and none when there is nothing
 * to review. Rows of a second flow are added to the first.
 */
export async function readerOf<T extends Tables, Move extends string>(
  db: Db,
  f: Flow<T, any, Move, any>,
  actor: Actor | Reader,
  rows: readonly { id: number; state: State }[],
): Promise<Reader> {
  const decided = decidedBy(f, actor)
  const open = rows.filter(({ state }) => decided.includes(state)).map(({ id }) => id)
  const wrote = await wroteAmong(db, f, open, actor.userId)
  return { ...actor, wrote: new Set([...('wrote' in actor ? actor.wrote : []), ...wrote.map((id) => rowKey(f, id))]) }
}

/**
 * Moves that a screen may offer this caller on this row, in table order; `move` admits the same. Answers carry them as `allowed`. In a flow
 * with `writes` the caller is a Reader of the row.
 */
export function allowed<T extends Tables, Row extends Standing, Move extends string>(
  f: Flow<T, Row, Move, any>,
  actor: Actor | Reader,
  row: Row,
): Move[] {
  if (f.writes && !('wrote' in actor)) throw new Error(`${f.name}: who wrote on the row was not read`)
  const isOpen = ({ own }: Step<Row, Move>) => own === undefined || (own === 'only' ? made(f, actor, row) : !isOwnWork(f, actor, row))
  const open = f.steps.filter((s) => s.from.includes(row.state) && may(s, actor, row) && isOpen(s) && (s.when?.(row) ?? true) === true)
  return [...new Set(open.map((s) => s.move))]
}

interface Wish<Move> {
  move: Move
  /** the version that the caller saw; an older one is refused with CONFLICT */
  version: number
  reason?: string | null | undefined
  /** only the steps of `system` are used */
  bySystem?: boolean
}

/** The step of the table for this move. Throws FORBIDDEN, CONFLICT, STATE, OWN_WORK, NOT_SUBMITTER, or a message for a missing reason. */
function stepOf<T extends Tables, Row extends Standing, Move extends string>(
  f: Flow<T, Row, Move, any>,
  actor: Actor | null,
  row: Row,
  { move: name, version, reason, bySystem = false }: Wish<Move>,
): Step<Row, Move> {
  const named = f.steps.filter((s) => s.move === name && (s.who === 'system') === bySystem)
  const here = named.filter((s) => s.from.includes(row.state))
  const mine = (here.length > 0 ? here : named).filter((s) => bySystem || may(s, signedIn(actor), row))
  if (mine.length === 0) throw bySystem ? new Error(`${f.name}: the system makes no move ${name}`) : forbidden()
  const state = f.stateName?.(row) ?? f.labels[row.state as Row['state']]
  if (version !== row.version)
    throw here.length > 0 ? conflict() : conflict(`已由他人办理，当前状态为“${state}”，不能${mine[0]!.name}，请刷新后查看`)
  const found = mine.map((step) => ({ step, possible: here.includes(step) && (step.when?.(row) ?? true) }))
  const step = found.find(({ possible }) => possible === true)?.step
  if (!step) {
    const why = found.find(({ possible }) => typeof possible === 'string')?.possible
    throw refused(why ? String(why) : `当前状态为“${state}”，不能${mine[0]!.name}`, 'STATE')
  }
  const own = actor !== null && made(f, actor, row)
  if (step.own === 'never' && own) throw ownWork(f.thing, step.ownVerb)
  if (step.own === 'only' && !own) throw refused(`只有提交人可以${step.name}`, 'NOT_SUBMITTER')
  if (step.reason && !hasVisibleSign(reason ?? '')) throw invalidField(step.reason.field, step.reason.ask)
  return step
}

type Asked<T extends Tables, Row extends Standing, M extends string, Payloads extends Record<keyof Payloads, object>> = Wish<M> & {
  /** columns that change with the move; a function may choose them by the step */
  set?: Updateable<Database[T]> | ((step: Step<Row, string>) => Updateable<Database[T]>)
  /** for the audit row, besides states and reason */
  detail?: Record<string, unknown>
} & (M extends keyof Payloads ? { payload: Payloads[M] } : { payload?: undefined })

/**
 * Makes one move of one row, which was read in the same transaction `db`. The UPDATE expects the state and version that were read, so one
 * of two concurrent callers wins; log row and audit row commit with it. The caller does further effects (files, notices, other rows)
 * afterwards with `db`. Throws what `stepOf` throws, before anything is written; CONFLICT when another caller was faster.
 */
export async function move<
  T extends Tables,
  Row extends Standing,
  Move extends string,
  M extends Move,
  Payloads extends Record<keyof Payloads, object>,
>(
  db: Db,
  call: Call,
  f: Flow<T, Row, Move, Payloads>,
  row: Row,
  asked: Asked<T, Row, M, Payloads>,
): Promise<{ state: Row['state']; version: number }> {
  const step = stepOf(f, call.actor, row, asked)
  if (step.own === 'never' && call.actor && (await wroteAmong(db, f, [row.id], call.actor.userId)).length > 0)
    throw ownWork(f.thing, step.ownVerb)
  const at = kernelOf(db).clock.now()
  const deletes = step.to === null && f.gone === 'deleted'
  const here = sql`where id = ${row.id} and state = ${row.state} and version = ${row.version}`
  const given = typeof asked.set === 'function' ? asked.set(step) : asked.set
  const set = { ...given, updated_at: at, ...(step.to === null ? { deleted: true } : { state: step.to }) }
  const columns = Object.entries(set).filter(([, value]) => value !== undefined)
  const assigned = sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  const { numAffectedRows } = await (
    deletes
      ? sql`delete from ${sql.table(f.table)} ${here}`
      : sql`update ${sql.table(f.table)} set ${assigned}, version = version + 1 ${here}`
  ).execute(db)
  if (numAffectedRows !== 1n) throw conflict()
  const reason = asked.reason || null
  if (deletes) await db.deleteFrom('flow_log').where('flow', '=', f.name).where('row_id', '=', row.id).execute()
  else
    await note(db, call, f, {
      id: row.id,
      version: row.version,
      from: row.state,
      move: asked.move,
      to: step.to,
      reason,
      payload: asked.payload,
    })
  const { action, ...object } = f.about?.(row) ?? { action: f.name, objectType: f.name, objectId: row.id }
  const labels = { from: f.labels[row.state as Row['state']], to: step.to === null ? null : f.labels[step.to as Row['state']] }
  await audit(db, call, {
    action: `${action}.${asked.move}`,
    ...object,
    detail: { ...asked.detail, ...labels, ...(reason === null ? {} : { reason }) },
  })
  return { state: step.to ?? row.state, version: row.version + 1 }
}
