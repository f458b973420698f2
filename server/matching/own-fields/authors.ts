import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import { note } from '../../kernel/flow-log.ts'
import type { Call } from '../../kernel/kernel.ts'
import { madeMoves } from '../../kernel/own-work.ts'

const OWN_FIELD = { name: 'ownField' }

/** `save`: somebody wrote on the change · `pass`: the change is in use */
export const noteOwnField = (db: Db, call: Call, id: number, version: number, move: 'save' | 'pass'): Promise<void> =>
  note(db, call, OWN_FIELD, { id, version, move, from: null, to: null })

interface Waiting {
  id: number
  waiting_by: number | null
  waiting_by_name: string | null
}
export interface Authors {
  ids: ReadonlySet<number>
  names: string | null
}

/**
 * Everybody who wrote on the waiting changes since the field was last in use, in the order in which they began (C-06, ADR 1028): the row
 * keeps only the last. A change that waited before there was a log has the last alone.
 */
export async function authorsOf(db: Db, rows: readonly Waiting[]): Promise<(row: Waiting) => Authors> {
  const { rows: steps } = await sql<{ row_id: number; actor_id: number | null; actor_name: string }>`
    select x.row_id, x.actor_id, x.actor_name
    ${madeMoves(OWN_FIELD, sql`= any(${rows.map(({ id }) => id)}::bigint[])`, ['save'], ['pass'])} order by x.id`.execute(db)
  return ({ id, waiting_by, waiting_by_name }) => {
    const wrote = [
      ...steps.filter(({ row_id }) => row_id === id).map(({ actor_id, actor_name }) => [actor_id, actor_name] as const),
      ...(waiting_by === null ? [] : [[waiting_by, waiting_by_name] as const]),
    ]
    return {
      ids: new Set(wrote.flatMap(([by]) => by ?? [])),
      names: [...new Set(wrote.map(([, name]) => name))].join('、') || null,
    }
  }
}
