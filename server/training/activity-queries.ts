import { sql, type RawBuilder } from 'kysely'
import type { activity, ActivityItem } from '../../contract/training/activity.ts'
import { trainingStatus } from '../../contract/training/states.ts'
import { activityStatus, canEnrol, type ActivityStanding } from '../../contract/training/status.ts'
import { UNIT_TYPE_HOST } from '../../contract/constants.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { callerOf, type Actor } from '../kernel/actor.ts'
import { oneOf, ruled } from '../kernel/access/row-rules.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { allowed, readerOf, type Reader } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { activityFlow, type ActivityRow } from './flow.ts'
import { meanOf } from './mean.ts'
import { hasStatus, openSql } from './status-sql.ts'

export const activityGone = () => notFound('该活动不存在或已被删除')

/** Activities `a` with plan, company and creator, without deleted ones. */
export const activities = (db: Db) =>
  db
    .selectFrom('train_activity as a')
    .leftJoin('train_plan as p', 'p.id', 'a.plan_id')
    .leftJoin('company as c', 'c.id', 'a.company_id')
    .leftJoin('sys_user as u', 'u.id', 'a.created_by')
    .where('a.deleted', '=', false)
/** What an item shows to everybody. */
export const publicColumns = [
  'a.id',
  'a.version',
  'a.state',
  'a.title',
  'a.type',
  'a.summary',
  'a.cover',
  'a.cover_alt',
  'a.enrol_start',
  'a.enrol_end',
  'a.start_at',
  'a.end_at',
  'a.delayed_from',
  'a.reason',
  'a.place',
  'a.online',
  'a.max_num',
  'a.wait_list',
  'a.units',
  'a.enrol_num',
  'a.wait_num',
  'a.attend_num',
  'a.evaluate_num',
  'a.score_sum',
  'a.review_opinion',
  'a.plan_id',
  'a.policy_id',
  'a.company_id',
  'a.created_by',
  'a.submitted_by',
  'a.published_at',
] as const
export const columns = [...publicColumns, 'p.title as plan_title', 'c.name as company_name', 'u.name as creator'] as const
/** In place of the names that only publishers and staff see. */
export const withoutNames = { plan_title: null, company_name: null, creator: null }
const rowsOf = (db: Db) => activities(db).select(columns).execute()
export type ActivityRecord = Awaited<ReturnType<typeof rowsOf>>[number]

/** The columns from which the status follows. */
type StandingRow = Pick<
  ActivityRecord,
  | 'state'
  | 'enrol_start'
  | 'enrol_end'
  | 'start_at'
  | 'end_at'
  | 'delayed_from'
  | 'max_num'
  | 'enrol_num'
  | 'wait_list'
  | 'attend_num'
  | 'evaluate_num'
>
export const standingOf = (row: StandingRow): ActivityStanding => ({
  state: row.state,
  enrolStart: Date.parse(row.enrol_start),
  enrolEnd: Date.parse(row.enrol_end),
  start: Date.parse(row.start_at),
  end: Date.parse(row.end_at),
  delayedFrom: row.delayed_from === null ? null : Date.parse(row.delayed_from),
  seats: row.max_num,
  taken: row.enrol_num,
  waitList: row.wait_list,
  attended: row.attend_num,
  evaluated: row.evaluate_num,
})
/** The row in the form that the flow checks. */
export const flowRowOf = (k: Kernel, row: Omit<ActivityRecord, 'plan_title' | 'company_name' | 'creator'>): ActivityRow => {
  const now = k.clock.now().getTime()
  return {
    id: row.id,
    state: row.state as ActivityRow['state'],
    version: row.version,
    createdBy: row.created_by,
    submittedBy: row.submitted_by,
    companyId: row.company_id,
    review: row.company_id !== null || k.config.POLICY_REVIEW,
    begun: Date.parse(row.start_at) <= now,
    over: Date.parse(row.end_at) <= now,
    taken: row.enrol_num + row.wait_num > 0,
  }
}

export function itemOf(k: Kernel, row: ActivityRecord, staff: Reader | null): ActivityItem {
  const now = k.clock.now().getTime()
  const standing = standingOf(row)
  const status = activityStatus(standing, now)
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    summary: row.summary,
    cover: row.cover,
    coverAlt: row.cover_alt,
    enrolStartTime: row.enrol_start,
    enrolEndTime: row.enrol_end,
    startTime: row.start_at,
    endTime: row.end_at,
    place: row.place,
    online: row.online ? 1 : 0,
    maxNum: row.max_num,
    enrolNum: row.enrol_num,
    waitNum: row.wait_num,
    waitList: row.wait_list ? 1 : 0,
    status,
    statusName: trainingStatus.labels[status],
    canEnrol: canEnrol(standing, now),
    host: row.units
      .filter((unit) => unit.unitType === UNIT_TYPE_HOST)
      .map((unit) => unit.unitName)
      .join('、'),
    standing: staff && {
      version: row.version,
      planId: row.plan_id,
      planTitle: row.plan_title,
      policyId: row.policy_id,
      publisher: row.company_name ?? row.creator ?? '',
      opinion: row.review_opinion,
      attendNum: row.attend_num,
      evaluateNum: row.evaluate_num,
      evaluateAvg: meanOf(row.score_sum, row.evaluate_num),
      allowed: allowed(activityFlow, staff, flowRowOf(k, row)),
    },
  }
}

export const readsAll = (actor: Actor): boolean =>
  actor.type === 'YYF' && (['train:read', 'train:manage', 'train:review'] as const).some((code) => actor.permissions.has(code))

/**
 * Activities that a publisher or member of staff manages: by the access rules, or those of their own company. List, count, detail, roster
 * and export all use it.
 */
export function managedBy(actor: Actor): RawBuilder<boolean> {
  if (actor.type === 'QY') return actor.companyId === null ? sql<boolean>`false` : sql<boolean>`a.company_id = ${actor.companyId}`
  if (!readsAll(actor)) return sql<boolean>`false`
  return sql<boolean>`(${ruled(actor, 'training', {
    office: (offices) => sql<boolean>`exists (select from sys_user o where o.id = a.created_by and o.office_id = any(${offices}))`,
    own: sql<boolean>`a.created_by = ${actor.userId}`,
    fields: { type: oneOf(sql.ref('a.type'), 'text'), state: oneOf(sql.ref('a.state'), 'int') },
  })})`
}

export type Filters = Pick<
  Parsed<typeof activity.list>['query'],
  'keyword' | 'type' | 'status' | 'planId' | 'online' | 'streetId' | 'startTime' | 'endTime' | 'open'
>
export const statusesOf = ({ status = [] }: Pick<Filters, 'status'>): number[] => status.filter((s) => /^\d{1,2}$/.test(s)).map(Number)
/** Filters of list, count and export. */
export function found(k: Kernel, which: RawBuilder<boolean>, f: Filters) {
  const now = k.clock.now().toISOString()
  let rows = activities(k.db)
    .where(which)
    .where(dayRange('a.start_at', f.startTime, f.endTime))
  if (f.keyword)
    rows = rows.where((e) => e.or([e('a.title', 'ilike', likeText(f.keyword!)), e('a.summary', 'ilike', likeText(f.keyword!))]))
  if (f.type) rows = rows.where('a.type', '=', f.type)
  if (f.planId !== undefined) rows = rows.where('a.plan_id', '=', f.planId)
  if (f.online !== undefined) rows = rows.where('a.online', '=', f.online === 1)
  if (f.streetId?.length) rows = rows.where('a.street_id', 'in', f.streetId)
  if (f.status?.length) rows = rows.where(hasStatus(now, statusesOf(f)))
  if (f.open === 1) rows = rows.where(openSql(now))
  return rows
}

/** Those that a person manages. List and export use it. */
export const foundBy = (k: Kernel, actor: Actor, { forReview, ...f }: Filters & Pick<Parsed<typeof activity.list>['query'], 'forReview'>) =>
  found(k, managedBy(actor), f).where(forReview === 1 ? forReviewBy(actor, activityFlow, 'a') : sql<boolean>`true`)

/** Activities that staff manage, newest first. */
export async function managedPage(k: Kernel, call: Call, q: Parsed<typeof activity.list>['query']) {
  const staff = await callerOf(k, call)
  if (!(staff && readsAll(staff))) throw forbidden()
  const { total, rows } = await pageOf(
    foundBy(k, staff, q),
    q,
    (all) => all.orderBy('a.id', 'desc'),
    (page) => page.select(columns),
  )
  const reader = await readerOf(k.db, activityFlow, staff, rows)
  return { total, list: rows.map((row) => itemOf(k, row, reader)) }
}

/** An activity for those who manage it; throws for all others. */
export async function managed(db: Db, actor: Actor, id: number): Promise<ActivityRecord> {
  const row = await activities(db).select(columns).where('a.id', '=', id).where(managedBy(actor)).executeTakeFirst()
  if (!row) throw activityGone()
  return row
}
