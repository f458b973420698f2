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
export const during = (db: Db, { id, ...span }: Span) =>
  within(db, span).select(['a.id', 'a.title', 'a.start_at as startTime']).where('a.id', '!=', id).orderBy('a.start_at').limit(MOST)
const within = (db: Db, { start_at, end_at }: Omit<Span, 'id'>) =>
  activities(db).where('a.start_at', '<', end_at).where('a.end_at', '>', start_at)

/** Activities that occupy a place during this time and that this user may see. */
export const booked = (db: Db, actor: Actor, span: Omit<Span, 'id'>) =>
  within(db, span)
    .where('a.online', '=', false)
    .where('a.state', 'in', [draft, submitted, passed])
    .where(sql<boolean>`(${isPublic} or ${managedBy(actor)})`)

/** Activities at the same place and time that this publisher may see. */
export async function placeClashes(db: Db, actor: Actor, { id, ...row }: Span & { place: string; online: boolean }) {
  if (row.online || row.place === '') return []
  return booked(db, actor, row)
    .select(['a.id', 'a.title', 'a.start_at as startTime'])
    .where('a.id', '!=', id)
    .where(sql<boolean>`a.place_key = lower(regexp_replace(${row.place}, '[[:space:]　]', '', 'g'))`)
    .orderBy('a.start_at')
    .limit(MOST)
    .execute()
}
