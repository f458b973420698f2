import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import { madeMoves } from '../kernel/own-work.ts'
import { sendFlow } from './send-flow.ts'

/** Names of those who wrote each send: its author, and everybody who changed it since, in the order in which they began. */
export async function authorsOf(db: Db, sends: readonly { id: number; created_by_name: string }[]): Promise<ReadonlyMap<number, string>> {
  const ids = sends.map(({ id }) => id)
  const { rows: steps } = await sql<{ row_id: number; actor_name: string }>`
    select x.row_id, x.actor_name ${madeMoves(sendFlow, sql`= any(${ids}::bigint[])`, ['create', 'change'])} order by x.id`.execute(db)
  const byId = new Map(sends.map(({ id, created_by_name }) => [id, new Set([created_by_name])]))
  for (const { row_id, actor_name } of steps) byId.get(row_id)?.add(actor_name)
  return new Map([...byId].map(([id, names]) => [id, [...names].join('、')]))
}
