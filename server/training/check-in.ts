import type { activity } from '../../contract/training/activity.ts'
import { CHECK_IN_MINUTES, type attendance, type Attendance } from '../../contract/training/attendance.ts'
import { activityFacts, enrolStates } from '../../contract/training/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { openPii } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { readable } from './activity-detail.ts'
import { managed } from './activity-queries.ts'
import { lockActivity, lockAny } from './activity-save.ts'
import { ownEnrolment } from './enrol.ts'
import { publishes } from './flow.ts'
import { enrolOfPass, isVenueCode, passOf, venueCodeAt } from './passes.ts'
import { seating } from './visible.ts'

const { enrolled, attended, cancelled } = enrolStates.code
const EARLY_MS = CHECK_IN_MINUTES * 60_000
const LATE_MS = 7 * 86_400_000

function refuseOutside(row: Record<'start_at' | 'end_at', string> & { state: number }, at: number, late: number): void {
  if (row.state !== activityFacts.code.passed) throw refused('活动没有公开，不能签到', 'STATE')
  if (at < Date.parse(row.start_at) - EARLY_MS) throw refused('活动开始前一小时起可以签到', 'STATE')
  if (at > Date.parse(row.end_at) + late) throw refused(late > 0 ? '活动结束一周后不能再改签到' : '活动已经结束，不能自助签到', 'STATE')
}

async function seated(db: Db, activityId: number, enrolId: number) {
  const one = await db
    .selectFrom('train_enrol as e')
    .leftJoin('company as c', 'c.id', 'e.company_id')
    .select(['e.id', 'e.state', 'e.wait_no', 'e.checked_at', 'e.score', 'e.contact', 'c.name as company_name'])
    .where('e.id', '=', enrolId)
    .where('e.activity_id', '=', activityId)
    .executeTakeFirst()
  if (!one || one.state === cancelled) throw notFound('没有这条报名')
  if (one.wait_no !== null) throw invalidField('enrolId', '候补的人没有名额，不能签到')
  return one
}
type Seated = Awaited<ReturnType<typeof seated>>

/**
 * Marks a participant as attending, or undoes it, and updates the count of the locked activity. `by`: the user at the desk, null for a
 * participant's own check-in.
 */
async function mark(db: Db, call: Call, activityId: number, one: Seated, to: { at: string; by: number | null } | null): Promise<void> {
  await db
    .updateTable('train_enrol')
    .set({ state: to ? attended : enrolled, checked_at: to?.at ?? null, checked_by: to?.by ?? null })
    .where('id', '=', one.id)
    .execute()
  await db
    .updateTable('train_activity')
    .set((e) => ({ attend_num: e('attend_num', to ? '+' : '-', 1) }))
    .where('id', '=', activityId)
    .execute()
  await audit(db, call, {
    action: to ? 'trainActivity.checkIn' : 'trainActivity.checkOut',
    objectType: 'trainActivity',
    objectId: activityId,
    detail: { enrolId: one.id },
  })
}

/** The desk marks a participant with a seat as attending, or undoes it; from an hour before the start to a week after the end. */
export const checkIn = (k: Kernel, call: Call, asked: Parsed<typeof activity.checkIn>['body']) =>
  seating(k, asked.id, async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockActivity(k, db, actor, asked.id)
    if (!publishes(actor, row)) throw forbidden()
    refuseOutside(row, k.clock.now().getTime(), LATE_MS)
    const one = await seated(db, asked.id, asked.enrolId)
    const to = asked.attended ? attended : enrolled
    if (one.state === to) return { state: to, checkTime: one.checked_at }
    if (one.score !== null) throw refused('已经评价过活动，不能取消签到', 'STATE')
    if (!asked.attended && (await isCertified(db, one.id))) throw refused('已经发了证书，请先撤销证书', 'STATE')
    const at = asked.attended ? k.clock.now().toISOString() : null
    await mark(db, call, asked.id, one, at === null ? null : { at, by: actor.userId })
    return { state: to, checkTime: at }
  })

const isCertified = async (db: Db, enrolId: number) =>
  (await db.selectFrom('train_certificate').select('id').where('enrol_id', '=', enrolId).where('revoked_at', 'is', null).executeTakeFirst())
  !== undefined

/** The pass of the caller; refused on the waiting list. */
export async function findPass(k: Kernel, actor: Actor, { id, enrolId }: Parsed<typeof attendance.pass>['query']) {
  const row = await readable(k, actor, id)
  const own = await ownEnrolment(k.db, actor, id, enrolId)
  if (own.wait_no !== null) throw refused('候补期间没有入场码，有了名额再来', 'STATE')
  const contact = openPii(k, own.contact)
  const { title, start_at: startTime, place } = row
  return { enrolId: own.id, ...passOf(k, id, own.id), title, contact, startTime, place, checkTime: own.checked_at }
}

/** The desk scans a pass or enters its six digits. A pass that was scanned before returns the earlier time. */
export const scanPass = (k: Kernel, call: Call, asked: Parsed<typeof attendance.scan>['body']) =>
  seating(k, asked.id, async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockActivity(k, db, actor, asked.id)
    if (!publishes(actor, row)) throw forbidden()
    const now = k.clock.now().getTime()
    const at = asked.at === undefined ? now : Date.parse(asked.at)
    if (at > now) throw invalidField('at', '扫码的时间不能晚于现在')
    refuseOutside(row, at, LATE_MS)
    const one = await seated(db, asked.id, await enrolOfCode(k, db, asked.id, asked.code))
    return arrived(k, db, call, asked.id, one, { at: new Date(at).toISOString(), by: actor.userId })
  })

async function enrolOfCode(k: Kernel, db: Db, activityId: number, code: string): Promise<number> {
  const wrong = () => invalidField('code', '不是这场活动的入场码')
  if (!/^\d{6}$/.test(code)) {
    const enrolId = enrolOfPass(k, activityId, code)
    if (enrolId === null) throw wrong()
    return enrolId
  }
  const live = await db
    .selectFrom('train_enrol')
    .select('id')
    .where('activity_id', '=', activityId)
    .where('state', '!=', cancelled)
    .where('wait_no', 'is', null)
    .execute()
  const fits = live.filter(({ id }) => passOf(k, activityId, id).digits === code)
  if (fits.length > 1) throw invalidField('code', '有两个人的 6 位码相同，请扫入场码或在名单里签到')
  if (fits.length === 0) throw wrong()
  return fits[0]!.id
}

async function arrived(
  k: Kernel,
  db: Db,
  call: Call,
  activityId: number,
  one: Seated,
  to: { at: string; by: number | null },
): Promise<Attendance> {
  const already = one.state === attended
  if (!already) await mark(db, call, activityId, one, to)
  const checkTime = already ? one.checked_at! : to.at
  return { enrolId: one.id, contact: openPii(k, one.contact), companyName: one.company_name, checkTime, already }
}

/** The code for the screen at the venue; only the publisher sees it. */
export async function venueCode(k: Kernel, actor: Actor, id: number) {
  const row = await managed(k.db, actor, id)
  if (!publishes(actor, { companyId: row.company_id })) throw forbidden()
  refuseOutside(row, k.clock.now().getTime(), 0)
  const { code, until } = venueCodeAt(k, id, k.clock.now().getTime())
  return { code, until: new Date(until).toISOString() }
}

/** A participant checks in with the code on the screen at the venue. The code expires soon, so that a forwarded link is useless. */
export const selfCheckIn = (k: Kernel, call: Call, asked: Parsed<typeof attendance.selfCheckIn>['body']) =>
  seating(k, asked.id, async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockAny(k, db, asked.id)
    const now = k.clock.now()
    const own = await ownEnrolment(db, actor, asked.id, asked.enrolId)
    refuseOutside(row, now.getTime(), 0)
    const one = await seated(db, asked.id, own.id)
    if (!isVenueCode(k, asked.id, asked.code, now.getTime())) throw invalidField('code', '签到码已经过期，请重新扫现场屏幕上的码')
    return arrived(k, db, call, asked.id, one, { at: now.toISOString(), by: null })
  })
