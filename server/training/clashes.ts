import { sql } from 'kysely'
import { activityFacts } from '../../contract/training/states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { activities, managedBy } from './activity-queries.ts'
import { isPublic } from './status-sql.ts'

export type Span = { id: number; start_at: string; end_at: string }
const MOST = 5
const { submitted, passed, draft } = activityFacts.code

/** Other activities at the same time. */
export const during = (db: Db, { id, start_at, end_at }: Span) =>
  activities(db)
    .select(['a.id', 'a.title', 'a.start_at as startTime'])
    .where('a.id', '!=', id)
    .where('a.start_at', '<', end_at)
    .where('a.end_at', '>', start_at)
    .orderBy('a.start_at')
    .limit(MOST)

/** Activities at the same place and time that this publisher may see. */
export async function placeClashes(db: Db, actor: Actor, row: Span & { place: string; online: boolean }) {
  if (row.online || row.place === '') return []
  return during(db, row)
    .where('a.online', '=', false)
    .where('a.place', '=', row.place)
    .where('a.state', 'in', [draft, submitted, passed])
    .where(sql<boolean>`(${isPublic} or ${managedBy(actor)})`)
    .execute()
}
