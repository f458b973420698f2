import type { Db } from '../kernel/db/index.ts'

/** Declarations that somebody has taken in hand, in the round and state in which they still are. */
export const heldBy = (db: Db) =>
  db
    .selectFrom('declaration_holder as h')
    .innerJoin('declaration as hd', (j) =>
      j.onRef('hd.id', '=', 'h.declaration_id').onRef('hd.round', '=', 'h.round').onRef('hd.state', '=', 'h.state'),
    )
    .where('hd.deleted_at', 'is', null)
