import { isUrgentNotice, type NoticeKind } from '../../contract/notice-kinds.ts'
import { shanghaiTime } from '../../contract/shanghai.ts'
import { addDays, dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { push } from '../kernel/push/push.ts'
import { askedByText, closeWaiting, insertNotices, insertSingleNotices, type NoticeTo } from './notice-queries.ts'
import { SMS, smsAvailable } from './sms.ts'

export type { NoticeTo } from './notice-queries.ts'

export interface NewNotice {
  to: NoticeTo
  kind: NoticeKind
  /** what happened, in one sentence */
  title: string
  body?: string
  /** address within the site, `/…` */
  link?: string
  /** the text message also contains the address, because the notice asks for one click there */
  textLink?: true
  /** a user gets one notice per key; needed when a job may run twice */
  key?: string
  /** names the task of the recipients; `handled` with the same name settles the notice */
  waitsFor?: string
  /** the user who caused the notice and gets none */
  except?: number | null
}

const TITLE_MAX = 200
const BODY_MAX = 2000
const SMS_MAX = 140
const [QUIET_FROM, QUIET_TO] = [21, 8]

/**
 * Adds a notice to the inbox of each recipient, in the transaction of the change (`db` may be the transaction handle). Recipients who want
 * this kind by text message also get one through the outbox, at night (21–8 o'clock) only those of an urgent kind. Disabled accounts get nothing. Returns the
 * number of recipients.
 */
export async function notify(
  db: Db,
  k: Kernel,
  { to, kind, title, body = '', link, textLink, key, waitsFor, except }: NewNotice,
): Promise<number> {
  checkLink(link)
  const now = k.clock.now()
  const row = {
    kind,
    title: short(title, TITLE_MAX),
    body: short(body, BODY_MAX),
    link: link ?? null,
    key: key ?? null,
    waitsFor: waitsFor ?? null,
    at: now,
  }
  const rows = await insertNotices(db, to, row, except ?? null)
  if (rows.length > 0) await push(db, { name: 'notice' }, { users: rows.map((r) => r.user_id) })
  if (rows.length > 0 && smsAvailable(k))
    await textThose(db, k, kind, () => `${short(title, SMS_MAX)}${textLink ? addressOf(k, link) : ''}`, now, rows)
  return rows.length
}

/** One of the many notices of a job: each has its key, and no text of its own besides the title. */
type ManyNotices = readonly (Pick<NewNotice, 'kind' | 'title' | 'link' | 'waitsFor'> & { key: string; userIds: readonly number[] })[]

/** As `notify` for thousands of notices: one statement per kind, and each recipient's pages are told once. */
export async function notifyMany(db: Db, k: Kernel, notices: ManyNotices): Promise<void> {
  const now = k.clock.now()
  for (const { link } of notices) checkLink(link)
  const told = new Set<number>()
  for (const [kind, all] of Map.groupBy(notices, (one) => one.kind)) {
    const single = all.flatMap(({ userIds, title, link, key, waitsFor }) =>
      userIds.map((userId) => ({ userId, title: short(title, TITLE_MAX), link: link ?? null, key, waitsFor: waitsFor ?? null })),
    )
    const rows = single.length === 0 ? [] : await insertSingleNotices(db, kind, single, now)
    for (const { user_id } of rows) told.add(user_id)
    if (rows.length > 0 && smsAvailable(k)) await textThose(db, k, kind, ({ title }) => short(title, SMS_MAX), now, rows)
  }
  if (told.size > 0) await push(db, { name: 'notice' }, { users: [...told] })
}

/** Marks the notices of a task as read for everybody, in the transaction of the change, because the task is done or no longer needed. */
export const handled = async (db: Db, k: Kernel, ...waitsFor: readonly string[]): Promise<void> =>
  void (waitsFor.length > 0 && (await closeWaiting(db, waitsFor, k.clock.now())))

/** A text message needs the full address; without PUBLIC_URL it contains none. */
const addressOf = (k: Kernel, link: string | undefined): string => (link && k.config.PUBLIC_URL ? ` ${k.config.PUBLIC_URL}${link}` : '')

async function textThose<R extends { id: number; user_id: number }>(
  db: Db,
  k: Kernel,
  kind: NoticeKind,
  words: (row: R) => string,
  now: Date,
  rows: readonly R[],
): Promise<void> {
  const asked = new Set(
    await askedByText(
      db,
      kind,
      rows.map((r) => r.user_id),
    ),
  )
  const at = isUrgentNotice(kind) ? now : afterQuietHours(now)
  for (const row of rows) {
    if (!asked.has(row.user_id)) continue
    const text = `【${k.config.SITE_NAME}】${words(row)}`
    await send(db, SMS, `sms:notice:${row.id}`, { userId: row.user_id, text }, at)
  }
}

/** Now, or eight in the morning in Shanghai if it is night there. */
export function afterQuietHours(now: Date): Date {
  const [day, hour] = [dateOf(now), Number(shanghaiTime(now.getTime()).slice(11, 13))]
  if (hour >= QUIET_TO && hour < QUIET_FROM) return now
  return new Date(`${hour >= QUIET_FROM ? addDays(day, 1) : day}T${String(QUIET_TO).padStart(2, '0')}:00:00+08:00`)
}

function checkLink(link: string | undefined): void {
  if (link !== undefined && !/^\/(?!\/)/.test(link)) throw new Error(`a notice leads to an address of this site: ${link}`)
}

const short = (text: string, max: number): string => {
  const letters = [...text]
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}
