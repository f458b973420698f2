import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { toldBefore } from '../system/index.ts'
import { peopleOf } from './telling.ts'

/** One notice of the morning job. */
export interface Reminder {
  key: string
  /**
   * The recipients. Without them, the recipients are determined while sending, and nothing is sent once anybody got a notice with this key.
   */
  people?: readonly number[]
  send(): Promise<unknown>
}

/**
 * Sends the notices that were not sent before. Sent ones are left out before any recipients are looked up, because thousands of appeals may
 * be open (ADR 0805).
 */
export async function remind(k: Kernel, reminders: readonly Reminder[]): Promise<void> {
  const told = await toldBefore(
    k.db,
    reminders.map(({ key }) => key),
  )
  for (const { key, people, send } of reminders) {
    const before = told.get(key)
    if (people ? people.every((id) => before?.has(id)) : before) continue
    await send()
  }
}

/** Looks up the people of offices, once for all appeals of the same offices. */
export function holders(db: Db): (offices: readonly number[]) => Promise<number[]> {
  const known = new Map<string, Promise<number[]>>()
  return (offices) => {
    const key = offices.toSorted((a, b) => a - b).join()
    const people = known.get(key) ?? peopleOf(db, offices)
    known.set(key, people)
    return people
  }
}
