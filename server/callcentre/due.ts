import { CALLBACK_WORK_MINUTES } from '../../contract/callcentre/states.ts'
import { FOOTER_HOURS } from '../../contract/constants.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { addWorkdays, isWorkday } from '../kernel/offers/workdays.ts'

const [OPENS, CLOSES] = FOOTER_HOURS.split('-') as [string, string]
const FIRST_OF_A_DAY = '09:00'
const at = (day: string, time: string): Date => new Date(`${day}T${time}:00+08:00`)

/**
 * When a call missed at `from` must be called back: so many minutes within the service hours (K063), else on the morning of the next
 * working day.
 */
export async function callbackDue(db: Db, from: Date): Promise<Date> {
  const day = dateOf(from)
  if (await isWorkday(db, day)) {
    const begins = Math.max(from.getTime(), at(day, OPENS).getTime())
    const due = new Date(begins + CALLBACK_WORK_MINUTES * 60_000)
    if (due <= at(day, CLOSES)) return due
  }
  return at(await addWorkdays(db, day, 1), FIRST_OF_A_DAY)
}
