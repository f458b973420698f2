import { sql } from 'kysely'
import { activityFacts } from '../../contract/training/states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { activities, managedBy } from './activity-queries.ts'
import { isPublic } from './status-sql.ts'

export type Span = { id: number; start_at: string; end_at: string }
const MOST = 5
const { submitted, passed, draft } = activityFacts.code

/** Others that take place while this one does. */
export const during = (db: Db, { id, ...span }: Span) =>
  within(db, span).select(['a.id', 'a.title', 'a.start_at as startTime']).where('a.id', '!=', id).orderBy('a.start_at').limit(MOST)
const within = (db: Db, { start_at, end_at }: Omit<Span, 'id'>) =>
  activities(db).where('a.start_at', '<', end_at).where('a.end_at', '>', start_at)

/** What takes a place in this time, as far as this reader may know of it. */
export const booked = (db: Db, actor: Actor, span: Omit<Span, 'id'>) =>
  within(db, span)
    .where('a.online', '=', false)
    .where('a.state', 'in', [draft, submitted, passed])
    .where(sql<boolean>`(${isPublic} or ${managedBy(actor)})`)

/** Double booking of a place: those that this publisher may know of. */
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
