import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { fairGate } from '../kernel/access/queued-admission.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { publish } from '../kernel/jobs/events.ts'
import { publishing } from '../kernel/offers/publishing.ts'
import { purgePagesAfter } from '../kernel/offers/services.ts'
import { perKernel } from '../kernel/per-kernel.ts'
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
const SEATS = 'training.seats'
const SEAT_PAGES = '/page/propaganda'
/** Seats, attendance and evaluations are shown only on the activity's own pages. */
const seats = publishing({ topic: SEATS, pages: SEAT_PAGES, forget: seatsChanged })
/** The same for a transaction that another domain runs: caches are cleared after its commit. */
export async function seatsChangedIn(db: Db): Promise<void> {
  await purgePagesAfter(db, SEAT_PAGES)
  await publish(db, SEATS)
}
/**
 * Changes of the seats of one activity wait for each other here, not at the database: there each would hold a connection while it waits for
 * the row, and ten of them would leave none for the other visitors.
 */
const inTurn = perKernel(() => fairGate({ atOnce: 4, queue: 1024, own: 512 }))
/** Changes the seats, attendance or evaluations of an activity in one transaction, one change after the other. */
export const seating = <T>(k: Kernel, activityId: number, work: (db: Transaction<Database>) => Promise<T>): Promise<T> =>
  inTurn(k)(String(activityId), () => seats.changing(k, work))
export function hearTraining(k: Kernel): void {
  activities.hear(k)
  seats.hear(k)
}

/** Files are public while their activity is public. */
export async function showFiles(db: Db, id: number): Promise<void> {
  await sql`update file f set visibility = case when ${isPublic} then 'public' else 'private' end from train_activity a
    where f.object_type = ${TRAIN} and f.object_id = a.id::text and a.id = ${id}`.execute(db)
}
