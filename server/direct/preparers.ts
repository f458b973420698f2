import { sql } from 'kysely'
import { objectionCodes } from '../../contract/passing.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { madeMoves } from '../kernel/own-work.ts'
import type { ListRecord } from './access.ts'
import { listFlow } from './flow.ts'

/** Everybody who prepared a list (ADR 1028): none of them answers an objection to it (C-06, ADR 1043). */
export async function preparersOf(db: Db, { id, created_by }: Pick<ListRecord, 'id' | 'created_by'>): Promise<number[]> {
  const { rows } = await sql<{ actor_id: number | null }>`
    select x.actor_id ${madeMoves(listFlow, sql`= ${id}`, listFlow.writes!)}`.execute(db)
  return [created_by, ...rows.flatMap(({ actor_id }) => actor_id ?? [])]
}

/** Those, and who changed it by upholding an objection: none of them pays what it gives (G-02). */
export async function shapersOf(db: Db, list: Pick<ListRecord, 'id' | 'created_by'>): Promise<number[]> {
  const upheld = await db
    .selectFrom('direct_objection')
    .select('resolved_by')
    .where('list_id', '=', list.id)
    .where('state', '=', objectionCodes.code.upheld)
    .execute()
  return [...(await preparersOf(db, list)), ...upheld.flatMap(({ resolved_by }) => resolved_by ?? [])]
}

/** Whether this person may answer the objections to the row `l` of a query, which is announced: they have the right, and prepared nothing of it. */
export const answeredBy = ({ permissions, userId }: Pick<Actor, 'permissions' | 'userId'>) =>
  permissions.has('direct:confirm')
    ? sql<boolean>`(l.state = 'announced' and l.created_by <> ${userId}
        and not exists (select ${madeMoves(listFlow, sql`= l.id`, listFlow.writes!)} and x.actor_id = ${userId}))`
    : sql<boolean>`false`
