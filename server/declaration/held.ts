import type { Db } from '../kernel/db/index.ts'
import { visibleTo } from './access.ts'
import type { Reader } from './delegators.ts'
import { reviewable } from './reviewable.ts'

/** Declarations that somebody has taken in hand, in the round and state in which they still are. */
export const heldBy = (db: Db) =>
  db
    .selectFrom('declaration_holder as h')
    .innerJoin('declaration as hd', (j) =>
      j.onRef('hd.id', '=', 'h.declaration_id').onRef('hd.round', '=', 'h.round').onRef('hd.state', '=', 'h.state'),
    )
    .where('hd.deleted_at', 'is', null)

/** Of these, the ones that the reader sees: figures of what colleagues have in hand count no others. */
export const heldAsSeen = (db: Db, reader: Reader) =>
  heldBy(db).where('h.declaration_id', 'in', reviewable(db).where(visibleTo(reader)).select('d.id'))
