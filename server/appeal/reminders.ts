import type { NoticeKind } from '../../contract/notice-kinds.ts'
import type { PermissionCode } from '../../contract/permissions.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notifyMany, toldBefore } from '../system/index.ts'
import { peopleOf, waitsForStep, whoMayEach } from './telling.ts'

/** Notices of one transaction. */
const AT_ONCE = 500

/** The service centre; and with the reviewers everybody who watches the deadlines. */
const audiences = {
  centre: ['appeal:dispatch'],
  watchers: ['appeal:dispatch', 'appeal:examine'],
} as const satisfies Readonly<Record<string, readonly PermissionCode[]>>

/** One notice of the morning job. */
export interface Reminder {
  /** the appeal, in the state in which it was found */
  id: number
  state: number
  key: string
  kind: NoticeKind
  title: string
  /** Users, each of whom gets it once; or an audience, which gets nothing once anybody got a notice with this key. */
  to: readonly number[] | keyof typeof audiences
  /** it is settled by the next step of the appeal */
  waits: boolean
}

/**
 * Sends the notices that were not sent before. Sent ones are left out before any recipients are looked up, and the others are written many
 * at a time, because thousands of appeals may be open (ADR 0805).
 */
export async function remind(k: Kernel, reminders: readonly Reminder[]): Promise<void> {
  const told = await toldBefore(
    k.db,
    reminders.map(({ key }) => key),
  )
  const fresh = reminders.filter(({ key, to }) => {
    const before = told.get(key)
    return typeof to === 'string' ? !before : to.some((userId) => !before?.has(userId))
  })
  for (let from = 0; from < fresh.length; from += AT_ONCE) await send(k, fresh.slice(from, from + AT_ONCE))
}

const send = (k: Kernel, reminders: readonly Reminder[]): Promise<void> =>
  k.db.transaction().execute(async (db) => {
    // Meanwhile somebody may have answered: then nobody is asked to act.
    const rows = await db
      .selectFrom('appeal')
      .where('id', '=', (e) => e.fn.any(e.val(reminders.map(({ id }) => id))))
      .where('deleted', '=', false)
      .where('paused_at', 'is', null)
      .select(['id', 'state'])
      .execute()
    const now = new Map(rows.map((row) => [row.id, row.state]))
    const standing = reminders.filter(({ id, state }) => now.get(id) === state)
    const of = {} as Record<keyof typeof audiences, (id: number) => number[]>
    for (const [name, permissions] of Object.entries(audiences)) {
      const ids = standing.filter(({ to }) => to === name).map(({ id }) => id)
      of[name as keyof typeof audiences] = await whoMayEach(db, ids.length === 0 ? [] : permissions, ids)
    }
    await notifyMany(
      db,
      k,
      standing.map(({ id, key, kind, title, to, waits }) => ({
        key,
        kind,
        title,
        link: `/work/adminAppeal?id=${id}`,
        userIds: typeof to === 'string' ? of[to](id) : to,
        ...(waits ? { waitsFor: waitsForStep(id) } : {}),
      })),
    )
  })

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
