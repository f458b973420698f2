import { sql, type RawBuilder } from 'kysely'
import type { Actor } from './actor.ts'
import type { Db } from './db/index.ts'
import type { Flow, State } from './flow.ts'

type Reviewed = Pick<Flow<any, any, string, any>, 'name' | 'table' | 'steps' | 'writes' | 'wroteSince' | 'makerColumns'>

/** States in which this person may have something to decide that is not their own work. */
export const decidedBy = ({ steps }: Pick<Reviewed, 'steps'>, { permissions }: Pick<Actor, 'permissions'>): State[] => [
  ...new Set<State>(
    steps.filter(({ own, who }) => own === 'never' && (typeof who === 'function' || permissions.has(who))).flatMap(({ from }) => [...from]),
  ),
]

/**
 * The steps of a flow in which somebody made one of these moves, as the tail of a query: `select x.actor_id ${madeMoves(…)}`. `rows` compares
 * the row, as `= t.id` or `= any(…)`; with `since`, what came before the last of these moves is over and does not count. Read along
 * flow_log_of.
 */
export const madeMoves = (
  { name }: Pick<Reviewed, 'name'>,
  rows: RawBuilder<unknown>,
  moves: readonly string[],
  since: readonly string[] = [],
): RawBuilder<unknown> =>
  sql`from flow_log x where x.flow = ${name} and x.row_id ${rows} and x.move = any(${[...moves]}::text[])${
    since.length === 0
      ? sql``
      : // `rows` again, because without it the planner reads the whole flow at once, for one row as for all.
        sql` and not exists (select from flow_log y where y.flow = ${name} and y.row_id ${rows} and y.row_id = x.row_id
      and y.move = any(${[...since]}::text[]) and y.id > x.id)`
  }`

/**
 * Whether this user wrote on the row `row` of a query since its last approval, or with `wroteSince: 'begun'` ever: began it, or made one of
 * the moves that the flow names in `writes` (C-06, ADR 1002). Read along flow_log_of for each row.
 */
function wroteOn(f: Reviewed, row: string, userId: number) {
  const id = sql`= ${sql.ref(`${row}.id`)}`
  const approvals = f.wroteSince ? [] : f.steps.filter(({ own, reason }) => own === 'never' && reason === undefined).map((s) => s.move)
  // With `max` the planner cannot read all approvals of the flow for one row.
  return sql<boolean>`(${sql.ref(`${row}.created_by`)} = ${userId} and (select max(x.id) ${madeMoves(f, id, approvals)}) is null
    or exists (select ${madeMoves(f, id, ['create', ...(f.writes ?? [])], approvals)} and x.actor_id = ${userId}))`
}

/**
 * Whether the row `row` of a query waits for a decision which this person may make: they have the right, and neither made it nor wrote on
 * it. What `allowed` and `move` say of one row, as the condition of to-dos and of the lists to which they lead (ADR 1025).
 */
export function forReviewBy(actor: Actor, f: Reviewed, row: string) {
  const states = decidedBy(f, actor)
  if (states.length === 0) return sql<boolean>`false`
  const madeByOthers = (f.makerColumns ?? []).map((column) => sql`${sql.ref(`${row}.${column}`)} is distinct from ${actor.userId}`)
  const parts = [
    sql`${sql.ref(`${row}.state`)} in (${sql.join(states)})`,
    ...madeByOthers,
    sql`${wroteOn(f, row, actor.userId)} is not true`,
  ]
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Of these rows, those on which a user wrote. */
export async function wroteAmong(db: Db, f: Reviewed, ids: readonly number[], userId: number): Promise<number[]> {
  if (!f.writes || ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(f.table)} t where t.id = any(${[...ids]}::bigint[]) and ${wroteOn(f, 't', userId)}`.execute(db)
  return rows.map((row) => row.id)
}
