import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { toldBefore } from '../system/index.ts'
import { peopleOf } from './telling.ts'

/** One notice of the morning. */
export interface Reminder {
  key: string
  /** Whom it is for. Without it they are looked up when it is sent, and nobody is told any more once somebody was. */
  people?: readonly number[]
  send(): Promise<unknown>
}

/** Sends what has not been sent before; what was is left out before anybody is looked up, because thousands of appeals may be open (ADR 0805). */
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

/** The people of offices, looked up once for all appeals of the same offices. */
export function holders(db: Db): (offices: readonly number[]) => Promise<number[]> {
  const known = new Map<string, Promise<number[]>>()
  return (offices) => {
    const key = offices.toSorted((a, b) => a - b).join()
    const people = known.get(key) ?? peopleOf(db, offices)
    known.set(key, people)
    return people
  }
}
