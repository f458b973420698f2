import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { publishing } from '../kernel/offers/publishing.ts'
import { homeChanged } from '../policy/index.ts'
import { forgetActivities } from './kept.ts'
import { forgetCounts, forgetSeatCounts } from './public-list.ts'
import { isPublic } from './status-sql.ts'

export const TRAIN = 'trainActivity'
/** Changes of activities clear their own pages, the home page and the sitemap. */
const activities = publishing({
  topic: 'training',
  pages: '/page',
  forget: (k) => {
    homeChanged(k)
    forgetCounts(k)
    forgetActivities(k)
  },
})
export const { changing } = activities

const seatsChanged = (k: Kernel): void => {
  forgetSeatCounts(k)
  forgetActivities(k)
}
/** Seats, attendance and evaluations are shown only on the activity's own pages. */
const seats = publishing({ topic: 'training.seats', pages: '/page/propaganda', forget: seatsChanged })
export const { changing: seating } = seats
export function hearTraining(k: Kernel): void {
  activities.hear(k)
  seats.hear(k)
}

/** Files are public while their activity is public. */
export async function showFiles(db: Db, id: number): Promise<void> {
  await sql`update file f set visibility = case when ${isPublic} then 'public' else 'private' end from train_activity a
    where f.object_type = ${TRAIN} and f.object_id = a.id::text and a.id = ${id}`.execute(db)
}
