import type { activity, RosterRow } from '../../contract/training/activity.ts'
import { activityFacts, enrolStates } from '../../contract/training/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import { reveal } from '../kernel/access/reveals.ts'
import { audit } from '../kernel/audit/audit.ts'
import { forbidden, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { managed } from './activity-queries.ts'
import { lockActivity } from './activity-save.ts'
import { placeOf } from './enrol.ts'
import { publishes } from './flow.ts'
import { seating } from './visible.ts'

const { enrolled, attended, cancelled } = enrolStates.code
const EARLY_MS = 60 * 60_000
const LATE_MS = 7 * 86_400_000

/** Everybody who enrolled, in the order of enrolling; phones masked. Absent for who does not manage the activity. */
export async function listEnrolments(k: Kernel, actor: Actor, q: Parsed<typeof activity.listEnrol>['query']) {
  await managed(k.db, actor, q.id)
  let rows = k.db
    .selectFrom('train_enrol as e')
    .leftJoin('company as c', 'c.id', 'e.company_id')
    .where('e.activity_id', '=', q.id)
    .where('e.state', q.state === undefined ? '!=' : '=', q.state ?? cancelled)
  if (q.waiting !== undefined) rows = rows.where('e.wait_no', q.waiting === 1 ? 'is not' : 'is', null)
  const found = await pageOf(
    rows,
    q,
    (all) => all.orderBy('e.id'),
    (page) =>
      page.select([
        'e.id',
        'e.contact',
        'e.phone',
        'e.state',
        'e.checked_at',
        'e.score',
        'e.evaluate_content',
        'e.created_at',
        'c.name as company_name',
        placeOf.as('place'),
      ]),
  )
  const list: RosterRow[] = found.rows.map((row) => ({
    id: row.id,
    contact: openPii(k, row.contact),
    phone: maskPhone(openPii(k, row.phone)),
    companyName: row.company_name,
    state: row.state,
    stateName: row.place === null ? enrolStates.labels[row.state as 0] : `候补第 ${row.place} 位`,
    waiting: row.place,
    checkTime: row.checked_at,
    score: row.score,
    evaluateContent: row.evaluate_content,
    createTime: row.created_at,
  }))
  return { total: found.total, list }
}

/** The whole number for a reason, counted and on record. */
export async function revealEnrolment(k: Kernel, call: Call, { id, enrolId, reason }: Parsed<typeof activity.revealEnrol>['body']) {
  const row = await managed(k.db, signedIn(call.actor), id)
  if (!publishes(signedIn(call.actor), { companyId: row.company_id })) throw forbidden()
  const one = await k.db
    .selectFrom('train_enrol')
    .select('phone')
    .where('id', '=', enrolId)
    .where('activity_id', '=', id)
    .executeTakeFirst()
  if (!one) throw notFound('没有这条报名')
  return reveal(
    k,
    call,
    { domain: 'trainActivity', objectType: 'trainActivity', objectId: id, detail: { field: 'phone', reason, row: enrolId } },
    { sealed: one.phone },
  )
}

/** Who has a seat came, or did not after all; from an hour before the start to a week after the end. */
export const checkIn = (k: Kernel, call: Call, asked: Parsed<typeof activity.checkIn>['body']) =>
  seating(k, async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockActivity(k, db, actor, asked.id)
    if (!publishes(actor, row)) throw forbidden()
    const now = k.clock.now()
    if (row.state !== activityFacts.code.passed) throw refused('活动没有公开，不能签到', 'STATE')
    if (now.getTime() < Date.parse(row.start_at) - EARLY_MS) throw refused('活动开始前一小时起可以签到', 'STATE')
    if (now.getTime() > Date.parse(row.end_at) + LATE_MS) throw refused('活动结束一周后不能再改签到', 'STATE')
    const one = await db
      .selectFrom('train_enrol')
      .select(['state', 'wait_no', 'checked_at', 'score'])
      .where('id', '=', asked.enrolId)
      .where('activity_id', '=', asked.id)
      .executeTakeFirst()
    if (!one || one.state === cancelled) throw notFound('没有这条报名')
    if (one.wait_no !== null) throw invalidField('enrolId', '候补的人没有名额，不能签到')
    const to = asked.attended ? attended : enrolled
    if (one.state === to) return { state: to, checkTime: one.checked_at }
    if (one.score !== null) throw refused('已经评价过活动，不能取消签到', 'STATE')
    const at = asked.attended ? now.toISOString() : null
    await db
      .updateTable('train_enrol')
      .set({ state: to, checked_at: at, checked_by: asked.attended ? actor.userId : null })
      .where('id', '=', asked.enrolId)
      .execute()
    await db
      .updateTable('train_activity')
      .set((e) => ({ attend_num: e('attend_num', asked.attended ? '+' : '-', 1) }))
      .where('id', '=', asked.id)
      .execute()
    await audit(db, call, {
      action: asked.attended ? 'trainActivity.checkIn' : 'trainActivity.checkOut',
      objectType: 'trainActivity',
      objectId: asked.id,
      detail: { enrolId: asked.enrolId },
    })
    return { state: to, checkTime: at }
  })
