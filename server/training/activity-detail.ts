import { sql } from 'kysely'
import type { ActivityDetail } from '../../contract/training/activity.ts'
import type { Actor } from '../kernel/actor.ts'
import { cleanStored } from '../kernel/http/sanitize.ts'
import type { Kernel } from '../kernel/kernel.ts'
import {
  activities,
  activityGone,
  columns,
  itemOf,
  managedBy,
  publicColumns,
  readsAll,
  withoutNames,
  type ActivityRecord,
} from './activity-queries.ts'
import type { Reader } from '../kernel/flow.ts'
import { publishes } from './flow.ts'
import { isPublic, publicText } from './status-sql.ts'

const more = [
  'a.content',
  'a.live_url',
  'a.per_company',
  'a.questions',
  'a.agenda',
  'a.attachments',
  'a.street_id',
  'a.lng',
  'a.lat',
] as const
const rowOf = (k: Kernel, own: ReturnType<typeof managedBy>, id: number) =>
  activities(k.db)
    .select([...columns, ...more])
    .where('a.id', '=', id)
    .where(own)
    .executeTakeFirst()
type Whole = NonNullable<Awaited<ReturnType<typeof rowOf>>>
/** What a visitor asks is prepared once per connection: to plan it took longer than to read the row. */
const FOR_VISITORS = {
  name: 'activity-detail',
  text: `select ${[...publicColumns, ...more].join(', ')} from train_activity a where a.id = $1 and ${publicText}`,
}
async function publicRow(k: Kernel, id: number): Promise<Whole | undefined> {
  const { rows } = await k.pool.query<Omit<Whole, keyof typeof withoutNames>>({ ...FOR_VISITORS, values: [id] })
  return rows[0] && { ...rows[0], ...withoutNames }
}

/** An activity for those who may read it: a public one, or one that the actor manages. Throws for all others. */
export async function readable(k: Kernel, actor: Actor | null, id: number): Promise<Whole> {
  const row = await (actor ? rowOf(k, sql<boolean>`(${isPublic} or ${managedBy(actor)})`, id) : publicRow(k, id))
  if (!row) throw activityGone()
  return row
}

export const detailOf = (
  k: Kernel,
  row: Whole,
  { staff, mine }: { staff: Reader | null; mine: ActivityDetail['mine'] },
): Omit<ActivityDetail, 'clashes' | 'contact' | 'materials' | 'streetName'> => ({
  ...itemOf(k, row, staff),
  content: cleanStored(row.content),
  agenda: row.agenda,
  attachments: row.attachments,
  units: row.units,
  streetId: row.street_id,
  lng: row.lng,
  lat: row.lat,
  liveUrl: staff || mine.some((one) => one.waiting === null) ? row.live_url : null,
  perCompany: row.per_company,
  questions: row.questions,
  reason: row.reason,
  mine,
})
/** Whether the reader sees what only publishers and staff see. */
export const managesRow = async (k: Kernel, actor: Actor | null, row: ActivityRecord): Promise<boolean> => {
  if (!actor) return false
  if (actor.type === 'QY') return publishes(actor, { companyId: row.company_id })
  if (!readsAll(actor)) return false
  return (await activities(k.db).select('a.id').where('a.id', '=', row.id).where(managedBy(actor)).executeTakeFirst()) !== undefined
}
