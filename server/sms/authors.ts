import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import { sendFlow } from './send-flow.ts'

/** Moves that write a text or choose its recipients. */
const writing = ['create', 'change']

/** Column `writers`: everybody who wrote on the row since it was begun. Nobody of them reviews it (C-06). */
export const writersOf = (f: { name: string }, id: string) =>
  sql<number[]>`(select coalesce(jsonb_agg(distinct l.actor_id), '[]') from flow_log l
    where l.flow = ${f.name} and l.row_id = ${sql.ref(id)} and l.move = any(${writing}) and l.actor_id is not null)`.as('writers')

/** Whether this person wrote nothing on the row, so that it is theirs to review (C-06, ADR 1002). */
export const isOthers = (f: { name: string }, row: string, userId: number) =>
  sql<boolean>`(${sql.ref(`${row}.created_by`)} is distinct from ${userId} and not exists (select from flow_log l
    where l.flow = ${f.name} and l.row_id = ${sql.ref(`${row}.id`)} and l.actor_id = ${userId} and l.move = any(${writing})))`

/** Names of those who wrote each send: its author, and everybody who changed it since, in the order in which they began. */
export async function authorsOf(db: Db, sends: readonly { id: number; created_by_name: string }[]): Promise<ReadonlyMap<number, string>> {
  const ids = sends.map(({ id }) => id)
  const steps =
    ids.length === 0
      ? []
      : await db
          .selectFrom('flow_log')
          .select(['row_id', 'actor_name'])
          .where('flow', '=', sendFlow.name)
          .where('row_id', 'in', ids)
          .where('move', 'in', writing)
          .orderBy('id')
          .execute()
  const byId = new Map(sends.map(({ id, created_by_name }) => [id, new Set([created_by_name])]))
  for (const { row_id, actor_name } of steps) byId.get(row_id)?.add(actor_name)
  return new Map([...byId].map(([id, names]) => [id, [...names].join('、')]))
}
