import { sql } from 'kysely'
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
 * Whether this user wrote on the row `row` of a query since its last approval, or with `wroteSince: 'begun'` ever: began it, or made one of
 * the moves that the flow names in `writes` (C-06, ADR 1002). Read along flow_log_of for each row.
 */
function wroteOn({ name, steps, writes, wroteSince }: Reviewed, row: string, userId: number) {
  const log = (l: string) => sql`${sql.ref(`${l}.flow`)} = ${name} and ${sql.ref(`${l}.row_id`)} = ${sql.ref(`${row}.id`)}`
  const approvals = wroteSince ? [] : steps.filter(({ own, reason }) => own === 'never' && reason === undefined).map((s) => s.move)
  const approvedAfter = (id: ReturnType<typeof sql>) =>
    approvals.length === 0
      ? sql`false`
      : sql`exists (select from flow_log y where ${log('y')} and y.move = any(${approvals}::text[]) and y.id > ${id})`
  return sql<boolean>`(${sql.ref(`${row}.created_by`)} = ${userId} and not ${approvedAfter(sql`0`)}
    or exists (select from flow_log x where ${log('x')} and x.actor_id = ${userId}
      and x.move = any(${['create', ...(writes ?? [])]}::text[]) and not ${approvedAfter(sql`x.id`)}))`
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
