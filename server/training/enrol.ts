import { sql, type Selectable } from 'kysely'
import type { TrainActivityTable } from '../../db/tables/training.ts'
import { messages } from '../../contract/messages.ts'
import type { activity } from '../../contract/training/activity.ts'
import { activityFacts, enrolStates, trainingStatus } from '../../contract/training/states.ts'
import { activityStatus, canEnrol } from '../../contract/training/status.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { blindIndex, blindIndexes, openPii, sealPii } from '../kernel/access/pii.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, notFound, refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { proveNumber } from '../system/index.ts'
import { activityGone, standingOf } from './activity-queries.ts'
import { lockAny } from './activity-save.ts'
import { giveBack } from './give-back.ts'
import { missedBy } from './missed.ts'
import { ofActor } from './own-enrolments.ts'
import { answered, sealAnswers } from './questions.ts'
import { publicText } from './status-sql.ts'
import { seating } from './visible.ts'

const { attended, cancelled } = enrolStates.code

/**
 * Enrols for one seat, or for the next place on the waiting list. The activity is locked, so that seats are counted exactly. What does not
 * depend on the others is done before the lock.
 */
export async function enrolIn(k: Kernel, call: Call, body: Parsed<typeof activity.enrol>['body']) {
  const actor = signedIn(call.actor)
  const asked = { ...body, phone: body.phone || (await ownNumber(k, actor)) }
  // Checked before the code, which is used up once; and again on the locked row, because all of it may change meanwhile. Whether the number
  // is enrolled is not said without its code.
  const seen = await seenOpen(k, asked.id)
  refuseClosed(k, seen)
  const answers = answered(seen.questions, asked.answers)
  await proveNumber(k, call, actor, { phone: asked.phone, code: asked.verifyCode, purpose: 'enrol' })
  const missed = await missedBy(k, k.db, asked.phone)
  const sealed = {
    activity_id: asked.id,
    user_id: actor.userId,
    company_id: actor.companyId,
    contact: sealPii(k, asked.contact),
    phone: sealPii(k, asked.phone),
    phone_index: blindIndex(k, asked.phone),
    answers: sealAnswers(k, answers),
  }
  const enrol = async (db: Db) => {
    // An account that is being closed gives its seats back; what it begins meanwhile waits here and is refused.
    const account = await db.selectFrom('sys_user').select('enabled').where('id', '=', actor.userId).forShare().executeTakeFirst()
    if (!account?.enabled) throw sessionDead()
    const row = await lockSeats(db, asked.id)
    refuseClosed(k, row)
    if (row.version !== seen.version) sealed.answers = sealAnswers(k, answered(row.questions, asked.answers))
    const line = await lineOf(k, db, actor, asked)
    refuseTwice(actor, line, row.per_company)
    // Late applicants never get a seat before those who wait, even when places no longer move up automatically (domains/training.md D.2).
    const hasSeat = row.wait_num === 0 && row.enrol_num < row.max_num
    if (!hasSeat && !row.wait_list) throw refused('名额已满', 'STATE')
    const counter = hasSeat ? 'enrol_num' : 'wait_num'
    const standing = hasSeat ? { wait_no: null, missed: [] } : { wait_no: (line.last ?? 0) + 1, missed }
    const { id } = await db
      .with('counted', (one) =>
        one
          .updateTable('train_activity')
          .set((e) => ({ [counter]: e(counter, '+', 1) }))
          .where('id', '=', asked.id),
      )
      .insertInto('train_enrol')
      .values({ ...sealed, ...standing, created_at: k.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(db, call, {
      action: 'trainActivity.enrol',
      objectType: 'trainActivity',
      objectId: asked.id,
      detail: { enrolId: id, waiting: !hasSeat },
    })
    const ahead = missed.length > 0 ? row.wait_num : line.reliable
    return { enrolId: id, waiting: hasSeat ? null : ahead + 1, missed: standing.missed }
  }
  return seating(k, asked.id, enrol)
}

/** What enrolment has to know of an activity. */
const OF_SEATS = [
  'version',
  'state',
  'enrol_start',
  'enrol_end',
  'start_at',
  'end_at',
  'delayed_from',
  'max_num',
  'enrol_num',
  'wait_list',
  'wait_num',
  'attend_num',
  'evaluate_num',
  'per_company',
  'questions',
] as const
type Seats = Pick<Selectable<TrainActivityTable>, (typeof OF_SEATS)[number]>

const SEEN_OPEN = {
  name: 'training_open_activity',
  text: `select ${OF_SEATS.join(', ')} from train_activity a where a.id = $1 and ${publicText}`,
}
async function seenOpen(k: Kernel, id: number): Promise<Seats> {
  const { rows } = await k.pool.query<Seats>({ ...SEEN_OPEN, values: [id] })
  if (!rows[0]) throw activityGone()
  return rows[0]
}
async function lockSeats(db: Db, id: number): Promise<Seats> {
  const row = await db
    .selectFrom('train_activity')
    .select(OF_SEATS)
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw activityGone()
  return row
}

/**
 * What the other enrolments say about a new one: whether the number is enrolled, how many the person or company has, the last number of the
 * waiting list, and how many wait there without missed activities.
 */
async function lineOf(k: Kernel, db: Db, actor: Actor, { id, phone }: { id: number; phone: string }) {
  const live = sql`from train_enrol e where e.activity_id = ${id} and e.state <> ${cancelled}`
  const { rows } = await sql<{ taken: boolean; own: number; last: number | null; reliable: number }>`select
    exists (select ${live} and e.phone_index = any(${blindIndexes(k, phone)})) as taken,
    (select count(*)::int ${live} and ${ofActor(actor)}) as own,
    (select max(e.wait_no) ${live} and e.wait_no is not null) as last,
    (select count(*)::int ${live} and e.wait_no is not null and cardinality(e.missed) = 0) as reliable`.execute(db)
  return rows[0]!
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
function refuseTwice(actor: Actor, { taken, own }: { taken: boolean; own: number }, perCompany: number): void {
  if (taken) throw invalidField('phone', '这个手机号已经报名')
  if (actor.companyId === null && own > 0) throw refused('您已经报名', 'TWICE')
  if (actor.companyId !== null && own >= perCompany) throw refused(`每家企业最多 ${perCompany} 人报名`, 'PER_COMPANY')
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
  seating<true>(k, id, async (db) => {
    const row = await lockAny(k, db, id)
    const own = await ownEnrolment(db, signedIn(call.actor), id, enrolId)
    if (own.state === attended) throw refused('已经签到，不能取消报名', 'STATE')
    if (Date.parse(row.start_at) <= k.clock.now().getTime()) throw refused('活动已经开始，不能取消报名', 'STATE')
    await giveBack(k, db, call, id, [own])
    return true
  })

export const evaluateActivity = (k: Kernel, call: Call, asked: Parsed<typeof activity.evaluate>['body']) =>
  seating<true>(k, asked.id, async (db) => {
    const row = await lockAny(k, db, asked.id)
    const now = k.clock.now()
    const own = await ownEnrolment(db, signedIn(call.actor), asked.id, asked.enrolId)
    if (activityStatus(standingOf(row), now.getTime()) !== trainingStatus.code.toEvaluate) {
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
