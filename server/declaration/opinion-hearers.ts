import type { Db } from '../kernel/db/index.ts'
import { contextOf } from './contexts.ts'
import { declarationRows } from './queries.ts'
import { mayOpen, whoseTurn } from './whose-turn.ts'

/**
 * Who hears what becomes of an opinion: the requester, as long as they may open the declaration. A delegate whose delegation ended may not;
 * then it is those whose turn it is, because their pass waits for the answer.
 */
export async function opinionHearers(db: Db, o: { asked_by: number; declaration_id: number }, at: Date): Promise<number[]> {
  if (await mayOpen(db, o.asked_by, o.declaration_id, at)) return [o.asked_by]
  const row = await declarationRows(db).where('d.id', '=', o.declaration_id).where('d.deleted_at', 'is', null).executeTakeFirst()
  return row ? whoseTurn(db, await contextOf(db, row), at) : []
}
