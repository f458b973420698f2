import { addDays, dateOf, today } from './clock.ts'
import { invalidField } from './errors.ts'
import type { Kernel } from './kernel.ts'

/** What is planned further ahead is forgotten until it comes, and is mostly a mistyped year. */
const FARTHEST_DAYS = 366
/** A form filled in within the minute of its time is not late. */
const GRACE_MS = 60_000

/** Refuses the time of something planned, at its field, when it is over or more than a year away. null: at once. */
export function refusePlannedTime(k: Kernel, { field, name, time }: { field: string; name: string; time: string | null }): void {
  if (time === null) return
  if (Date.parse(time) < k.clock.now().getTime() - GRACE_MS) throw invalidField(field, `${name}已过，请另选`)
  if (dateOf(new Date(time)) > addDays(today(k.clock), FARTHEST_DAYS)) throw invalidField(field, `${name}最晚在一年以内`)
}
