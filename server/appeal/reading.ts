import { sql } from 'kysely'
import type { z } from 'zod'
import type { AppealDetail, AppealFilter, AppealFilters, AppealRow } from '../../contract/appeal.ts'
import { marketFor } from '../../contract/appeal/market.ts'
import { appealCodes, appealPauses, appealResults, MERGE_MAX, senderLabels } from '../../contract/appeal/states.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { notFound } from '../kernel/errors.ts'
import { filesOf } from '../kernel/files/access.ts'
import { allowed } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { cut, inOrderOf, ordered, pageOf } from '../kernel/lists/page-of.ts'
import { urgeFrom, workdaysLeft } from './clock.ts'
import { firstReplyOf } from './first-reply.ts'
import { appealFlow } from './flow.ts'
import { appealCount } from './kept.ts'
import { APPEAL, APPEAL_DEAL } from './locking.ts'
import { originShown } from './origin.ts'
import {
  handsOf,
  followers,
  found,
  foundPlain,
  leadNumber,
  ofSender,
  rowColumns,
  seenBy,
  sourceName,
  streetName,
  writersOf,
} from './queries.ts'
import { proposedFor } from './routing.ts'
import { stepsOf } from './steps.ts'

const { draft, archived, withdrawn } = appealCodes.code
/** Not submitted yet, or over for good. */
const NOT_AFOOT: readonly number[] = [draft, archived, withdrawn]

type Rows = ReturnType<typeof ofSender>
const withNames = (rows: Rows) =>
  rows
    .select(rowColumns)
    .select([
      writersOf.as('writers'),
      handsOf.as('hands'),
      leadNumber.as('lead_no'),
      followers.as('followers'),
      streetName.as('street_name'),
      sourceName.as('source_name'),
    ])
export type AppealRecord = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

/** Rows for their reader: contact and phone are masked for everybody but the sender. */
async function shown(k: Kernel, db: Db, actor: Actor, rows: readonly AppealRecord[]): Promise<AppealRow[]> {
  const left = await workdaysLeft(db, k.clock.now(), rows)
  return Promise.all(rows.map((row) => oneShown(k, db, actor, row, left(row))))
}
async function oneShown(k: Kernel, db: Db, actor: Actor, r: AppealRecord, left: number | null): Promise<AppealRow> {
  const own = actor.type !== 'YYF'
  const now = k.clock.now().toISOString()
  const [contact, phone] = [openPii(k, r.contact_sealed), openPii(k, r.phone_sealed)]
  return {
    id: r.id,
    version: r.version,
    appealNo: r.appeal_no,
    title: r.title,
    typeId: r.type_id,
    typeName: [r.big_name, r.type_name].filter(Boolean).join(' / '),
    sourceType: r.source_type,
    sourceTypeName: r.source_name ?? r.source_type,
    companyId: r.company_id,
    companyName: r.company_name,
    userName: own ? r.user_name : r.company_id === null ? maskName(r.user_name) : r.user_name,
    contact: own ? contact : maskName(contact),
    phone: own ? phone : maskPhone(phone),
    streetId: r.street,
    streetName: r.street_name,
    officeId: r.office_id,
    officeName: r.office_name,
    state: r.state,
    stateName: own ? senderLabels[r.state]! : appealCodes.labels[r.state as keyof typeof appealCodes.labels],
    createTime: r.created_at,
    submitTime: r.submitted_at,
    deadline: r.deadline,
    overdue: [1, 2, 3].includes(r.state) && r.paused_at === null && r.deadline !== null && Date.parse(r.deadline) < Date.parse(now),
    workdaysLeft: left,
    pause: r.paused_at === null ? null : { kind: appealPauses[r.pause_kind!], reason: r.pause_reason ?? '', since: r.paused_at },
    ruling: r.ruling,
    urgeCount: r.urge_count,
    level: own ? 1 : r.level,
    mergedInto: own || r.merged_into === null ? null : { id: r.merged_into, appealNo: r.lead_no ?? '' },
    mergedCount: own ? 0 : r.followers,
    result: r.deal_result !== null && (r.closed_at !== null || !own) ? appealResults[r.deal_result] : null,
    closeTime: r.closed_at,
    score: r.score,
    evaluateContent: r.evaluate_content,
    publicFlag: r.public_flag ? 1 : 0,
    allowed: allowed(appealFlow, actor, { ...r, urge_from: await urgeFrom(db, r.urged_at), now }),
  }
}

const orders = {
  by: { submitTime: 'a.submitted_at', deadline: 'a.deadline', closeTime: 'a.closed_at', score: 'a.score' },
  tie: 'a.id',
  emptyLast: ['closeTime', 'score'],
} as const
export async function listAppeals(
  k: Kernel,
  actor: Actor,
  filter: z.output<typeof AppealFilter>,
): Promise<{ total: number; list: AppealRow[] }> {
  const { page, pageSize, sort, order, ...filters } = filter
  const total = await appealCount(k, actor, filters)
  if (total <= (page - 1) * pageSize) return { total, list: [] }
  const rows = await cut(
    ordered(foundPlain(k.db, actor, filters, k.clock.now().toISOString()), { sort, order }, orders).select('a.id'),
    filter,
  ).execute()
  const list = await inOrderOf(rows, (ids) => withNames(seenBy(k.db, actor).where('a.id', 'in', ids)).execute())
  return { total, list: await shown(k, k.db, actor, list) }
}

export async function myAppeals(
  k: Kernel,
  actor: Actor,
  { keyword, state, ...part }: { keyword?: string | undefined; state?: number | undefined; page: number; pageSize: number },
): Promise<{ total: number; list: AppealRow[] }> {
  let rows = ofSender(k.db, actor)
  if (state !== undefined) rows = rows.where('a.state', '=', state)
  if (keyword) rows = rows.where((e) => e.or([e('a.title', 'ilike', likeText(keyword)), e('a.appeal_no', 'ilike', likeText(keyword))]))
  const { total, rows: list } = await pageOf(
    rows,
    part,
    (q) => q.orderBy('a.id', 'desc'),
    (page) => withNames(page),
  )
  return { total, list: await shown(k, k.db, actor, list) }
}

/** The next rows of an export in the order of ids, with their texts. */
export async function exportRows(k: Kernel, db: Db, actor: Actor, filters: Partial<AppealFilters>, after: number, limit: number) {
  const rows = await withNames(found(db, actor, filters, k.clock.now().toISOString()))
    .select(['a.content', 'a.deal_content'])
    .where('a.id', '>', after)
    .orderBy('a.id')
    .limit(limit)
    .execute()
  // A sheet does not list the possible moves, so `urged_at` is dropped: otherwise each row would read the calendar.
  const listed = await Promise.all(rows.map((row) => oneShown(k, db, actor, { ...row, urged_at: null }, null)))
  return listed.map((row, n) => ({ ...row, content: rows[n]!.content, dealContent: rows[n]!.deal_content }))
}

const mergedWith = async (db: Db, id: number): Promise<AppealDetail['merged']> =>
  (
    await db
      .selectFrom('appeal as a')
      .leftJoin('company as c', 'c.id', 'a.company_id')
      .where('a.merged_into', '=', id)
      .where('a.deleted', '=', false)
      .select(['a.id', 'a.appeal_no', 'a.title', 'a.user_name', 'c.name'])
      .orderBy('a.id')
      .limit(MERGE_MAX)
      .execute()
  ).map((row) => ({ id: row.id, appealNo: row.appeal_no ?? '', title: row.title, sender: row.name ?? maskName(row.user_name) }))

/** The sender's own appeal, or one that the rules of a member of staff allow; otherwise it is reported as absent. */
export async function findAppeal(k: Kernel, actor: Actor, id: number): Promise<AppealDetail> {
  const own = actor.type !== 'YYF'
  const row = await withNames((own ? ofSender(k.db, actor) : seenBy(k.db, actor)).where('a.id', '=', id)).executeTakeFirst()
  if (!row) throw notFound('该诉求不存在或已被删除')
  const more = await k.db
    .selectFrom('appeal as a')
    .leftJoin('policy as p', 'p.id', 'a.policy_id')
    .leftJoin('appeal_type as t', 't.id', 'a.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .where('a.id', '=', id)
    .select(['t.code as type_code', 'big.code as big_code'])
    .select(['a.content', 'a.deal_content', 'a.dealt_by_name', 'a.opinion', 'a.back_reason', 'a.paused_days'])
    .select(['a.extend_reason', 'a.no_policy', 'a.entrust', 'a.merged_into'])
    .select(sql<boolean>`a.trace is not null`.as('has_trace'))
    .select(sql<string | null>`(select u.name from sys_user u where u.id = a.entered_by)`.as('entered_name'))
    .select(['a.ruled_ground', 'p.id as policy_id', 'p.title as policy_title'])
    .executeTakeFirstOrThrow()
  const offices = await k.db
    .selectFrom('appeal_office as ao')
    .innerJoin('office as o', 'o.id', 'ao.office_id')
    .where('ao.appeal_id', '=', id)
    .select(['o.id', 'o.name', 'ao.part', 'ao.assisted_at as assistedAt'])
    .orderBy('ao.part', 'desc')
    .orderBy('o.sort')
    .execute()
  // The sender reads an answer only after its review.
  const answered = !own || row.closed_at !== null
  return {
    ...(await shown(k, k.db, actor, [row]))[0]!,
    content: more.content,
    files: await filesOf(k.db, APPEAL, id),
    dealContent: answered ? more.deal_content : null,
    dealFiles: answered ? await filesOf(k.db, APPEAL_DEAL, more.merged_into ?? id) : [],
    dealTime: answered ? row.deal_time : null,
    dealtBy: own ? null : more.dealt_by_name,
    opinion: own ? null : more.opinion,
    backReason: more.back_reason,
    redone: row.redone,
    firstReply: await firstReplyOf(k.db, { id, submitted_at: row.submitted_at, merged_into: more.merged_into }),
    pausedDays: more.paused_days,
    extendedDays: row.extended_days,
    extension: own || row.extend_days === null ? null : { days: row.extend_days, reason: more.extend_reason ?? '' },
    noPolicy: more.no_policy,
    merged: own ? [] : await mergedWith(k.db, id),
    entered: more.entered_name === null ? null : { by: more.entered_name, entrust: more.entrust ?? '' },
    hasTrace: !own && more.has_trace,
    ruledGround: own ? null : more.ruled_ground,
    policy: more.policy_id === null ? null : { id: more.policy_id, title: more.policy_title! },
    from: await originShown(k, k.db, actor, id),
    market: own && !NOT_AFOOT.includes(row.state) ? [...marketFor(more.big_code, more.type_code)] : [],
    offices: own ? offices.filter(({ part }) => part !== 'former').map((office) => ({ ...office, assistedAt: null })) : offices,
    proposed: !own && row.state === appealCodes.code.waiting && row.type_id !== null ? await proposedFor(k.db, id) : null,
    steps: await stepsOf(k.db, id, own),
  }
}

/** Whoever may read the appeal may read its files; the files of the answer only once the answer may be read. */
export async function mayReadFiles(k: Kernel, actor: Actor, id: number, answer: boolean): Promise<boolean> {
  if (actor.type === 'YYF') return Boolean(await seenBy(k.db, actor).where('a.id', '=', id).select('a.id').executeTakeFirst())
  // The files of an answer are stored with the leading appeal.
  const row = await ofSender(k.db, actor)
    .where((e) => (answer ? e.or([e('a.id', '=', id), e('a.merged_into', '=', id)]) : e('a.id', '=', id)))
    .where(answer ? sql<boolean>`a.closed_at is not null` : sql<boolean>`true`)
    .select('a.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
