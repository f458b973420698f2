import { sql } from 'kysely'
import type { AppealFilters } from '../../contract/appeal.ts'
import { appealCodes } from '../../contract/appeal/states.ts'
import { oneOf, ruled } from '../kernel/access/row-rules.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeStart, likeText } from '../kernel/db/like.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { madeMoves } from '../kernel/own-work.ts'
import { tellingWords } from '../search/index.ts'
import { allOf } from './appeal-words.ts'

const { waiting, dealing, examining } = appealCodes.code

const plain = (db: Db) => db.selectFrom('appeal as a').where('a.deleted', '=', false)
const joined = (db: Db) =>
  plain(db)
    .leftJoin('appeal_type as t', 't.id', 'a.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .leftJoin('company as c', 'c.id', 'a.company_id')
    .leftJoin('office as o', 'o.id', 'a.office_id')
type Rows = ReturnType<typeof joined>

export const rowColumns = [
  'a.id',
  'a.version',
  'a.state',
  'a.appeal_no',
  'a.title',
  'a.type_id',
  't.name as type_name',
  'big.name as big_name',
  'a.source_type',
  'a.user_id',
  'a.user_name',
  'a.company_id',
  'c.name as company_name',
  'a.contact_sealed',
  'a.phone_sealed',
  'a.street',
  'a.office_id',
  'o.name as office_name',
  'a.created_at',
  'a.submitted_at',
  'a.deadline',
  'a.pause_kind',
  'a.pause_reason',
  'a.paused_at',
  'a.ruling',
  'a.ruled_office_id',
  'a.urge_count',
  'a.urged_at',
  'a.deal_result',
  'a.dealt_by',
  'a.deal_time',
  'a.closed_at',
  'a.score',
  'a.evaluate_content',
  'a.redone',
  'a.public_flag',
  'a.merged_into',
  'a.level',
  'a.passed_by',
  'a.extended_days',
  'a.extend_days',
] as const
/** Offices that handle it now, the responsible one first. */
export const writersOf = sql<number[]>`array(select w.office_id from appeal_office w where w.appeal_id = a.id and w.part <> 'former'
  order by w.part desc, w.office_id)`
/** Everybody who made these moves on it or on one that is merged into it: a review decides them together. */
const madeOnThese = (moves: string[]) =>
  sql`${madeMoves(
    { name: 'appeal' },
    sql`in (select a.id union all select f.id from appeal f where f.merged_into = a.id)`,
    moves,
  )} and x.actor_id is not null`
/**
 * Everybody who had a hand in the answer and does not review it (ADR 1037): also who wrote an opinion for it, who entered it for a company,
 * and who passed the first answer of one that is handled again. Merged ones are decided together.
 */
export const handsOf = sql<number[]>`array(select x.actor_id ${madeOnThese(['deal', 'assist'])}
   union select e.entered_by from appeal e where (e.id = a.id or e.merged_into = a.id) and e.entered_by is not null
   union select a.passed_by where a.redone and a.passed_by is not null)`
export const leadNumber = sql<string | null>`(select l.appeal_no from appeal l where l.id = a.merged_into)`
/** The number of appeals merged into it. */
export const followers = sql<number>`(select count(*)::int from appeal f where f.merged_into = a.id and not f.deleted)`
/** The street in the words of the region tree. */
export const streetName = sql<string | null>`(select d.label from dict_value d where d.dict_type = 'region' and d.value = a.street)`
export const sourceName = sql<
  string | null
>`(select d.label from dict_value d where d.dict_type = 'appealSource' and d.value = a.source_type)`

/** Appeals filed under the user's present identity: a person's own appeals, or all appeals of the company, whoever filed them. */
export const ofSender = (db: Db, actor: Actor) =>
  actor.companyId === null
    ? joined(db).where('a.user_id', '=', actor.userId).where('a.company_id', 'is', null)
    : joined(db).where('a.company_id', '=', actor.companyId)

/** Appeals that a member of staff filed for companies; they may follow the progress. */
export const enteredBy = (db: Db, actor: Actor) => joined(db).where('a.state', '>', 0).where('a.entered_by', '=', actor.userId)

/**
 * Appeals that a member of staff may see; list, count, figures, detail, moves, export and files all use it. Only the sender sees a draft.
 */
export function seenBy(db: Db, actor: Actor, from: Rows = joined(db)) {
  const rows = from.where('a.state', '>', 0)
  if (actor.type !== 'YYF' || !actor.permissions.has('appeal:read')) return rows.where((e) => e.lit(false))
  return rows.where(
    ruled(actor, 'appeal', {
      office: (offices) => sql<boolean>`exists (select from appeal_office ao where ao.appeal_id = a.id and ao.office_id = any(${offices}))`,
      own: sql<boolean>`a.dealt_by = ${actor.userId}`,
      fields: {
        state: oneOf(sql.ref('a.state'), 'int'),
        office: oneOf(sql.ref('a.office_id'), 'bigint'),
        street: oneOf(sql.ref('a.street'), 'text'),
      },
    }),
  )
}

const open = sql<boolean>`a.state in (1, 2, 3)`
/** True after the promised end; never during a pause. */
export const late = (now: string) => sql<boolean>`(${open} and a.paused_at is null and a.deadline < ${now}::timestamptz)`

/** Appeals whose next move is this person's task. */
export function waitsFor({ permissions, officeId, userId }: Actor) {
  const parts = [sql<boolean>`false`]
  if (permissions.has('appeal:dispatch')) parts.push(sql`a.state = ${waiting}`)
  if (officeId !== null && (permissions.has('appeal:deal') || permissions.has('appeal:dispatch')))
    parts.push(
      sql`(a.state = ${dealing} and exists (select from appeal_office w where w.appeal_id = a.id and w.office_id = ${officeId} and w.part <> 'former' and w.assisted_at is null))`,
    )
  if (permissions.has('appeal:examine'))
    parts.push(sql`(a.state = ${examining} and a.dealt_by is distinct from ${userId} and ${userId} <> all(${handsOf}))`)
  // A merged appeal is handled with its leading one.
  return sql<boolean>`(a.merged_into is null and (${sql.join(parts, sql` or `)}))`
}

/** Of this type or one of its subtypes: compared by ids, because an index serves these better than a join. */
export const typeWithin = (column: string, typeId: number) =>
  sql<boolean>`${sql.ref(column)} in (select id from appeal_type where id = ${typeId} or parent_id = ${typeId})`

const NUMBER = /^sq[\d-]*$/i
/**
 * Searches a number or its beginning, otherwise all words anywhere in title, company or content; text without usable words only in the
 * title.
 */
function bearing(keyword: string) {
  if (NUMBER.test(keyword)) return sql<boolean>`a.appeal_no like ${likeStart(keyword.toUpperCase())}`
  const words = tellingWords(keyword)
  return words.length === 0 ? sql<boolean>`a.title ilike ${likeText(keyword)}` : sql<boolean>`a.search @@ ${allOf(words)}::tsquery`
}

/** Filtered rows for staff, without order; list, count, export and figures all use it. */
export function found(db: Db, actor: Actor, f: Partial<AppealFilters>, now: string, from: Rows = joined(db)) {
  let rows = seenBy(db, actor, from).where(dayRange('a.submitted_at', f.startTime, f.endTime))
  if (f.state !== undefined) rows = rows.where('a.state', '=', f.state)
  if (f.typeId !== undefined) rows = rows.where(typeWithin('a.type_id', f.typeId))
  if (f.officeId !== undefined) rows = rows.where('a.office_id', '=', f.officeId)
  if (f.sourceType) rows = rows.where('a.source_type', '=', f.sourceType)
  if (f.streetId) rows = rows.where('a.street', '=', f.streetId)
  if (f.companyId !== undefined) rows = rows.where('a.company_id', '=', f.companyId)
  if (f.ruling !== undefined) rows = rows.where('a.ruling', '=', f.ruling === 1)
  if (f.overdue !== undefined) rows = rows.where(f.overdue === 1 ? late(now) : sql<boolean>`not coalesce(${late(now)}, false)`)
  if (f.evaluated !== undefined) rows = rows.where('a.score', f.evaluated === 1 ? 'is not' : 'is', null)
  if (f.score !== undefined) rows = rows.where('a.score', '=', f.score)
  if (f.forMe === 1) rows = rows.where(waitsFor(actor))
  if (f.ids) rows = rows.where('a.id', 'in', f.ids)
  if (f.level !== undefined) rows = rows.where('a.level', '=', f.level)
  if (f.extending !== undefined) rows = rows.where('a.extend_days', f.extending === 1 ? 'is not' : 'is', null)
  if (f.result) rows = rows.where('a.deal_result', '=', f.result)
  if (f.closedFrom || f.closedTo)
    rows = rows
      .where('a.state', 'in', [appealCodes.code.closed, appealCodes.code.archived])
      .where(dayRange('a.closed_at', f.closedFrom, f.closedTo))
  if (f.leadId !== undefined) rows = rows.where((e) => e.or([e('a.id', '=', f.leadId!), e('a.merged_into', '=', f.leadId!)]))
  if (f.keyword) rows = rows.where(bearing(f.keyword))
  return rows
}

/**
 * The same rows without names, for counts and for the order of a page. A left join that nobody needs is not executed, but PostgreSQL still
 * reads its column from the table, so that no index alone can answer.
 */
export const foundPlain = (db: Db, actor: Actor, f: Partial<AppealFilters>, now: string) =>
  found(db, actor, f, now, plain(db) as unknown as Rows)
