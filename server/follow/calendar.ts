import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../kernel/actor.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { calendarFile, siteOrigin } from '../kernel/public/calendar-file.ts'
import { datesOf, offersDates, type CalendarDate } from '../kernel/public/dates.ts'
import { judgePolicies } from '../matching/index.ts'
import { policyItems } from '../policy/index.ts'
import { calendarDeadlines, type Deadline } from './calendar-queries.ts'
import { standingInWords, standingOf } from './standing.ts'

const MOST = 300
/** The key has 256 random bits, so a plain hash is enough; only the hash is stored. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

export async function calendarState(k: Kernel, actor: Actor): Promise<{ createTime: string | null }> {
  const row = await k.db.selectFrom('policy_calendar').select('created_at').where('user_id', '=', actor.userId).executeTakeFirst()
  return { createTime: row?.created_at ?? null }
}

export async function renewCalendar(k: Kernel, actor: Actor): Promise<{ url: string; createTime: string }> {
  const key = randomBytes(32).toString('base64url')
  const row = { key_hash: hashOf(key), created_at: k.clock.now().toISOString() }
  await k.db
    .insertInto('policy_calendar')
    .values({ user_id: actor.userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute()
  return { url: `${siteOrigin(k)}/pol/calendar/feed?key=${key}`, createTime: row.created_at }
}

export async function revokeCalendar(k: Kernel, actor: Actor): Promise<true> {
  await k.db.deleteFrom('policy_calendar').where('user_id', '=', actor.userId).execute()
  return true
}

/** The calendar file with the dates of all domains for the owner of the key. Throws 410 when the key is not valid. */
export async function calendarFeed(k: Kernel, key: string): Promise<FileAnswer> {
  const owner = await k.db
    .selectFrom('policy_calendar as c')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.company_id'])
    .where('c.key_hash', '=', hashOf(key))
    .where('u.enabled', '=', true)
    .executeTakeFirst()
  // Calendar programs stop asking after 410; with 200 they would read the refusal as a calendar.
  if (!owner) throw new AppError(410, 'GONE', '日历地址已停用')
  return calendarFile(k, '申报截止日历', 'deadlines.ics', await datesOf(k, { userId: owner.id, companyId: owner.company_id }, MOST))
}

/** Adds deadlines to the calendar: of favourites and, for a company with consent, of the policies it qualifies for. */
export const offerDeadlines = (k: Kernel): void =>
  offersDates(k, async ({ userId, companyId }, limit) => {
    const judged = companyId === null ? null : await judgePolicies(k, companyId)
    const suits = judged ? [...judged.values()].filter((j) => j.verdict === 'match' && j.applyTo !== null).map((j) => j.policyId) : []
    const rows = await calendarDeadlines(k, userId, suits, limit)
    return rows.map((row) => dateOf(row, standingInWords(standingOf(judged?.get(row.id)))))
  })

const dateOf = ({ id, title, depName, applyTo }: Deadline, note = ''): CalendarDate => ({
  uid: `policy-${id}`,
  day: applyTo,
  title: `申报截止：${title}`,
  lines: [depName, ...(note ? [`对本企业：${note}`] : [])],
  path: `/page/policyserverdetail?id=${id}`,
})

export async function policyCalendar(k: Kernel, id: number): Promise<FileAnswer> {
  const [found] = await policyItems(k, [id])
  if (!found?.onShelf) throw notFound('该政策不存在或已下架')
  const { policyTitle: title, policyDepName: depName, applyTo } = found.item
  if (applyTo === null) throw notFound('该政策没有截止日期')
  return calendarFile(k, title, `policy-${id}.ics`, [dateOf({ id, title, depName, applyTo })])
}
