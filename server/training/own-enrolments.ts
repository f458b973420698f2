import { sql, type Selectable } from 'kysely'
import type { OwnEnrolment } from '../../contract/training/activity.ts'
import { enrolStates } from '../../contract/training/states.ts'
import type { TrainEnrolTable } from '../../db/tables/training.ts'
import type { Actor } from '../kernel/actor.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import { likeText } from '../kernel/db/like.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { publicColumns, withoutNames, type ActivityRecord } from './activity-queries.ts'
import { placeText } from './missed.ts'
import { openAnswers } from './questions.ts'

const { cancelled } = enrolStates.code

/** Enrolments `e` of a person, or all of a company, whoever made them. */
export const ofActor = (actor: Actor) =>
  actor.companyId === null
    ? sql<boolean>`(e.user_id = ${actor.userId} and e.company_id is null)`
    : sql<boolean>`e.company_id = ${actor.companyId}`
export const involves = (actor: Actor) =>
  sql<boolean>`exists (select from train_enrol e where e.activity_id = a.id and e.state <> ${cancelled} and ${ofActor(actor)})`

/** The same for prepared statements, with $1. They are prepared once per connection, because planning took longer than reading. */
const owners = {
  person: `(e.user_id = $1 and e.company_id is null) and e.state <> ${cancelled}`,
  company: `e.company_id = $1 and e.state <> ${cancelled}`,
}
const ownerOf = ({ companyId, userId }: Actor) =>
  companyId === null ? ({ kind: 'person', id: userId } as const) : ({ kind: 'company', id: companyId } as const)

const enrolments = (own: string) => `select e.id, e.activity_id, e.contact, e.phone, e.state, e.score, e.missed, e.answers, e.created_at,
    ${placeText} as place
  from train_enrol e where e.activity_id = any($2::bigint[]) and ${own} order by e.id`
const IN_ACTIVITIES = {
  person: { name: 'training_own_enrolments_person', text: enrolments(owners.person) },
  company: { name: 'training_own_enrolments_company', text: enrolments(owners.company) },
}
type Row = Pick<
  Selectable<TrainEnrolTable>,
  'id' | 'activity_id' | 'contact' | 'phone' | 'state' | 'score' | 'missed' | 'answers' | 'created_at'
> & {
  place: number | null
}

/** The enrolments of the caller (or their company) in these activities. */
export async function ownIn(k: Kernel, actor: Actor | null, ids: readonly number[]): Promise<ReadonlyMap<number, OwnEnrolment[]>> {
  if (!actor || actor.type === 'YYF' || ids.length === 0) return new Map()
  const { kind, id } = ownerOf(actor)
  const { rows } = await k.pool.query<Row>({ ...IN_ACTIVITIES[kind], values: [id, ids] })
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
    [...Map.groupBy(own, ({ activityId }) => activityId)].map(([activityId, list]) => [
      activityId,
      list.map(({ activityId: _, ...one }) => one),
    ]),
  )
}

const pageOfOwn = (own: string) => `with mine as materialized (
    select a.id, a.start_at from train_activity a
    where not a.deleted and ($2::text is null or a.title ilike $2) and a.id in (select e.activity_id from train_enrol e where ${own})),
  page as (select id from mine order by start_at desc, id desc limit $3 offset $4)
  select (select count(*)::int from mine) as total, ${publicColumns.join(', ')}
  from (values (1)) one left join page on true left join train_activity a on a.id = page.id order by a.start_at desc, a.id desc`
const PAGE = {
  person: { name: 'training_own_activities_person', text: pageOfOwn(owners.person) },
  company: { name: 'training_own_activities_company', text: pageOfOwn(owners.company) },
}
type PageRow = Omit<ActivityRecord, keyof typeof withoutNames> & { total: number }

/** A page of the activities in which the actor is enrolled, newest first, and their total, in one statement. */
export async function involvedPage(
  k: Kernel,
  actor: Actor,
  { keyword, page, pageSize }: { keyword?: string | undefined; page: number; pageSize: number },
): Promise<{ total: number; rows: ActivityRecord[] }> {
  const { kind, id } = ownerOf(actor)
  const { rows } = await k.pool.query<PageRow>({
    ...PAGE[kind],
    values: [id, keyword ? likeText(keyword) : null, pageSize, (page - 1) * pageSize],
  })
  // A page behind the end is one row with nothing but the total.
  const found = rows.filter((row) => row.id !== null)
  return { total: rows[0]!.total, rows: found.map(({ total: _, ...row }) => ({ ...row, ...withoutNames })) }
}
