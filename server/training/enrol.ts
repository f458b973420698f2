import { sql } from 'kysely'
import { messages } from '../../contract/messages.ts'
import type { activity, OwnEnrolment } from '../../contract/training/activity.ts'
import { activityFacts, enrolStates, trainingStatus } from '../../contract/training/states.ts'
import { activityStatus, canEnrol } from '../../contract/training/status.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { blindIndex, blindIndexes, maskPhone, openPii, sealPii } from '../kernel/access/pii.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { proveNumber } from '../system/index.ts'
import { readable } from './activity-detail.ts'
import { activityGone, standingOf, withoutNames } from './activity-queries.ts'
import { lockAny } from './activity-save.ts'
import { missedBy, placeOf } from './missed.ts'
import { promote } from './promote.ts'
import { answered, openAnswers, sealAnswers } from './questions.ts'
import { seating } from './visible.ts'

const { attended, cancelled } = enrolStates.code

/** Enrolments of a person, or all of a company, whoever made them. */
export const ofActor = (actor: Actor) =>
  actor.companyId === null
    ? sql<boolean>`(e.user_id = ${actor.userId} and e.company_id is null)`
    : sql<boolean>`e.company_id = ${actor.companyId}`

/** Enrols for one seat, or for the next place on the waiting list. The activity is locked, so that seats are counted exactly. */
export async function enrolIn(k: Kernel, call: Call, body: Parsed<typeof activity.enrol>['body']) {
  const actor = signedIn(call.actor)
  const asked = { ...body, phone: body.phone || (await ownNumber(k, actor)) }
  // Checked before the code, which is used up once; and again on the locked row, because all of it may change meanwhile. Whether the number
  // is enrolled is not said without its code.
  const seen = await readable(k, actor, asked.id)
  refuseClosed(k, seen)
  answered(seen.questions, asked.answers)
  await proveNumber(k, call, actor, { phone: asked.phone, code: asked.verifyCode, purpose: 'enrol' })
  return seating(k, async (db) => {
    const row = await lockAny(k, db, asked.id)
    const now = k.clock.now()
    refuseClosed(k, { ...row, ...withoutNames })
    const answers = answered(row.questions, asked.answers)
    await refuseTwice(k, db, actor, asked.id, asked.phone, row.per_company)
    // Late applicants never get a seat before those who wait, even when places no longer move up automatically (domains/training.md D.2).
    const hasSeat = row.wait_num === 0 && row.enrol_num < row.max_num
    if (!hasSeat && !row.wait_list) throw refused('名额已满', 'STATE')
    const { last } = hasSeat
      ? { last: null }
      : await db
          .selectFrom('train_enrol')
          .select((e) => e.fn.max('wait_no').as('last'))
          .where('activity_id', '=', asked.id)
          .executeTakeFirstOrThrow()
    const waitNo = hasSeat ? null : (last ?? 0) + 1
    const missed = hasSeat ? [] : await missedBy(k, db, asked.phone)
    const { id } = await db
      .insertInto('train_enrol')
      .values({
        activity_id: asked.id,
        user_id: actor.userId,
        company_id: actor.companyId,
        contact: sealPii(k, asked.contact),
        phone: sealPii(k, asked.phone),
        phone_index: blindIndex(k, asked.phone),
        answers: sealAnswers(k, answers),
        wait_no: waitNo,
        missed,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('train_activity')
      .set((e) => (hasSeat ? { enrol_num: e('enrol_num', '+', 1) } : { wait_num: e('wait_num', '+', 1) }))
      .where('id', '=', asked.id)
      .execute()
    await audit(db, call, {
      action: 'trainActivity.enrol',
      objectType: 'trainActivity',
      objectId: asked.id,
      detail: { enrolId: id, waiting: !hasSeat },
    })
    const { place } = await db.selectFrom('train_enrol as e').select(placeOf.as('place')).where('e.id', '=', id).executeTakeFirstOrThrow()
    return { enrolId: id, waiting: place, missed }
  })
}

/** The bound number of the account, so that nobody types what the platform knows. */
async function ownNumber(k: Kernel, actor: Actor): Promise<string> {
  const own = await k.db.selectFrom('sys_user').select('mobile').where('id', '=', actor.userId).executeTakeFirst()
  if (!own?.mobile) throw invalidField('phone', messages.phoneRequired)
  return openPii(k, own.mobile)
}

function refuseClosed(k: Kernel, row: Parameters<typeof standingOf>[0]): void {
  const standing = standingOf(row)
  const now = k.clock.now().getTime()
  if (row.state !== activityFacts.code.passed) throw activityGone()
  if (!canEnrol(standing, now)) throw refused(whyNot(standing, now), 'STATE')
}

function whyNot(standing: ReturnType<typeof standingOf>, now: number): string {
  const status = activityStatus(standing, now)
  const { eventAhead, enrolmentAhead, delayed } = trainingStatus.code
  if (status === eventAhead && now < standing.enrolEnd) return '名额已满'
  if (status === eventAhead) return '报名已经截止'
  if (status === enrolmentAhead) return '报名还没有开始'
  if (status === delayed) return '活动已延期，现在不在报名时间内'
  return `活动${trainingStatus.labels[status]}，不能报名`
}

/** Refuses a second enrolment of a number or person, and more people of a company than the activity allows. */
async function refuseTwice(k: Kernel, db: Db, actor: Actor, activityId: number, phone: string, perCompany: number): Promise<void> {
  const live = db.selectFrom('train_enrol as e').select('e.id').where('e.activity_id', '=', activityId).where('e.state', '!=', cancelled)
  if (await live.where('e.phone_index', 'in', blindIndexes(k, phone)).executeTakeFirst()) throw invalidField('phone', '这个手机号已经报名')
  const own = await live.where(ofActor(actor)).execute()
  if (actor.companyId === null && own.length > 0) throw refused('您已经报名', 'TWICE')
  if (actor.companyId !== null && own.length >= perCompany) throw refused(`每家企业最多 ${perCompany} 人报名`, 'PER_COMPANY')
}

/** The enrolment of the caller; if a company enrolled several people, the given one. */
export async function ownEnrolment(db: Db, actor: Actor, activityId: number, enrolId: number | undefined) {
  const rows = await db
    .selectFrom('train_enrol as e')
    .selectAll('e')
    .where('e.activity_id', '=', activityId)
    .where('e.state', '!=', cancelled)
    .where(ofActor(actor))
    .$if(enrolId !== undefined, (q) => q.where('e.id', '=', enrolId!))
    .orderBy('e.id')
    .execute()
  if (rows.length === 0) throw notFound('没有找到您的报名')
  if (rows.length > 1) throw invalidField('enrolId', '请选择是哪一位')
  return rows[0]!
}

/** Cancels an enrolment before the start; the seat goes to the first on the waiting list. */
export const cancelEnrolment = (k: Kernel, call: Call, { id, enrolId }: Parsed<typeof activity.cancelEnrol>['body']) =>
  seating<true>(k, async (db) => {
    const row = await lockAny(k, db, id)
    const own = await ownEnrolment(db, signedIn(call.actor), id, enrolId)
    if (own.state === attended) throw refused('已经签到，不能取消报名', 'STATE')
    if (Date.parse(row.start_at) <= k.clock.now().getTime()) throw refused('活动已经开始，不能取消报名', 'STATE')
    await db.updateTable('train_enrol').set({ state: cancelled, wait_no: null }).where('id', '=', own.id).execute()
    const column = own.wait_no === null ? 'enrol_num' : 'wait_num'
    await db
      .updateTable('train_activity')
      .set((e) => ({ [column]: e(column, '-', 1) }))
      .where('id', '=', id)
      .execute()
    await audit(db, call, { action: 'trainActivity.cancelEnrol', objectType: 'trainActivity', objectId: id, detail: { enrolId: own.id } })
    if (own.wait_no === null) await promote(k, db, id)
    return true
  })

export const evaluateActivity = (k: Kernel, call: Call, asked: Parsed<typeof activity.evaluate>['body']) =>
  seating<true>(k, async (db) => {
    const row = await lockAny(k, db, asked.id)
    const now = k.clock.now()
    const own = await ownEnrolment(db, signedIn(call.actor), asked.id, asked.enrolId)
    if (activityStatus(standingOf({ ...row, ...withoutNames }), now.getTime()) !== trainingStatus.code.toEvaluate) {
      if (own.score !== null) throw refused('已经评价过', 'STATE')
      throw refused('活动结束后十五天内可以评价', 'STATE')
    }
    if (own.state !== attended) throw refused('签到参加过活动的人才能评价', 'STATE')
    if (own.score !== null) throw refused('已经评价过', 'STATE')
    await db
      .updateTable('train_enrol')
      .set({ score: asked.score, evaluate_content: asked.content || null, evaluated_at: now })
      .where('id', '=', own.id)
      .execute()
    await db
      .updateTable('train_activity')
      .set((e) => ({ evaluate_num: e('evaluate_num', '+', 1), score_sum: e('score_sum', '+', asked.score) }))
      .where('id', '=', asked.id)
      .execute()
    await audit(db, call, {
      action: 'trainActivity.rate',
      objectType: 'trainActivity',
      objectId: asked.id,
      detail: { enrolId: own.id },
    })
    return true
  })

/** The enrolments of the caller (or their company) in these activities. */
export async function ownIn(k: Kernel, actor: Actor | null, ids: readonly number[]): Promise<ReadonlyMap<number, OwnEnrolment[]>> {
  if (!actor || actor.type === 'YYF' || ids.length === 0) return new Map()
  const rows = await k.db
    .selectFrom('train_enrol as e')
    .select([
      'e.id',
      'e.activity_id',
      'e.contact',
      'e.phone',
      'e.state',
      'e.score',
      'e.missed',
      'e.answers',
      'e.created_at',
      placeOf.as('place'),
    ])
    .where('e.activity_id', 'in', [...ids])
    .where(ofActor(actor))
    .where('e.state', '!=', cancelled)
    .orderBy('e.id')
    .execute()
  const own = rows.map((row) => ({
    activityId: row.activity_id,
    id: row.id,
    contact: openPii(k, row.contact),
    phone: maskPhone(openPii(k, row.phone)),
    state: row.state,
    stateName: row.place === null ? enrolStates.labels[row.state as 0] : `候补第 ${row.place} 位`,
    waiting: row.place,
    missed: row.place === null ? [] : row.missed,
    score: row.score,
    answers: openAnswers(k, row.answers),
    createTime: row.created_at,
  }))
  return new Map(
    [...Map.groupBy(own, ({ activityId }) => activityId)].map(([id, list]) => [id, list.map(({ activityId: _, ...one }) => one)]),
  )
}
export const involves = (actor: Actor) =>
  sql<boolean>`exists (select from train_enrol e where e.activity_id = a.id and e.state <> ${cancelled} and ${ofActor(actor)})`
