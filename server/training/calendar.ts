import { activityFacts, enrolStates } from '../../contract/training/states.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { calendarFile } from '../kernel/public/calendar-file.ts'
import { offersDates, type CalendarDate } from '../kernel/public/dates.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { activities, activityGone } from './activity-queries.ts'
import { activityAddress } from './offers.ts'
import { isPublic } from './status-sql.ts'

const columns = [
  'a.id',
  'a.version',
  'a.state',
  'a.title',
  'a.start_at',
  'a.end_at',
  'a.place',
  'a.online',
  'a.reason',
  'a.updated_at',
] as const
const rows = (k: Kernel) => activities(k.db).select(columns).where(isPublic)
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** The version counts every change of the activity, so it serves as SEQUENCE. */
const dateOf = (row: Row): CalendarDate => ({
  uid: `train-activity-${row.id}`,
  day: shanghaiDay(Date.parse(row.start_at)),
  span: { start: row.start_at, end: row.end_at },
  title: row.title,
  place: row.online ? '线上' : row.place,
  lines: row.reason ? [`${row.state === activityFacts.code.cancelled ? '取消' : '延期'}原因：${row.reason}`] : [],
  path: activityAddress(row.id),
  sequence: row.version,
  changedAt: row.updated_at,
  cancelled: row.state === activityFacts.code.cancelled,
})

/** A public activity as a calendar file. */
export async function activityIcs(k: Kernel, id: number): Promise<FileAnswer> {
  const row = await rows(k).where('a.id', '=', id).executeTakeFirst()
  if (!row) throw activityGone()
  return calendarFile(k, row.title, `activity-${id}.ics`, dateOf(row))
}

/**
 * Adds activities in which the owner of a calendar is enrolled and that are not over, including cancelled ones, so that calendars remove
 * them.
 */
export const offerActivities = (k: Kernel): void =>
  offersDates(k, async ({ userId, companyId }, limit) => {
    const enrolled = k.db
      .selectFrom('train_enrol as e')
      .select('e.activity_id')
      .where('e.state', '!=', enrolStates.code.cancelled)
      .where((e) =>
        companyId === null ? e.and([e('e.user_id', '=', userId), e('e.company_id', 'is', null)]) : e('e.company_id', '=', companyId),
      )
    const found = await rows(k)
      .where('a.id', 'in', enrolled)
      .where('a.end_at', '>', k.clock.now().toISOString())
      .orderBy('a.start_at')
      .limit(limit)
      .execute()
    return found.map(dateOf)
  })
