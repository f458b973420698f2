import { sql } from 'kysely'
import type { Sort } from '../../../contract/fields.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { dayRange } from '../../kernel/lists/day-range.ts'
import { monthOf } from '../../kernel/lists/months.ts'
import { anyOf, madeIn, oneOf, ruled } from '../../kernel/access/row-rules.ts'

export interface ConsultQuery {
  /** staff: limits the rows to those that the roles of this person open */
  seenBy?: Actor | undefined
  /** questions asked by this user, for this company when acting for one */
  author?: { userId: number; companyId: number | null } | undefined
  keyword?: string | undefined
  policyId?: number | undefined
  replyState?: number | undefined
  /** questions that wait for this user: assigned to this user or to nobody */
  waitsFor?: number | undefined
  /** only questions assigned to this user */
  passedTo?: number | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  sort: Sort<'consultTime' | 'replyTime'>
  order?: 'asc' | 'desc' | undefined
  page: number
  pageSize: number
  ids?: number[] | undefined
}

/** The filter of a member of staff, limited to the rows that they may see. */
export const forReader = <F extends { forMe?: number | undefined; polInfoId?: number | undefined }>(actor: Actor, filter: F) => ({
  ...filter,
  policyId: filter.polInfoId,
  waitsFor: filter.forMe === 1 ? actor.userId : undefined,
  seenBy: actor,
})

const base = (db: Db) => db.selectFrom('policy_consult as q').innerJoin('policy as p', 'p.id', 'q.policy_id')
const columns = [
  'q.id',
  'q.policy_id',
  'q.user_id',
  'q.user_name',
  'q.company_id',
  'q.content',
  'q.state',
  'q.reply',
  'q.reply_user_name',
  'q.reply_at',
  'q.passed_to',
  'q.passed_to_name',
  'q.passed_by_name',
  'q.pass_note',
  'q.created_at',
  'p.title',
  'p.code',
] as const

/** Questions that a member of staff may see; list, figures, detail, answer, deletion and export all use this condition. */
export const consultsOf = (actor: Actor) =>
  ruled(actor, 'consult', {
    office: madeIn(sql`p.created_by`),
    own: sql<boolean>`(p.created_by = ${actor.userId} or q.reply_user_id = ${actor.userId})`,
    fields: { department: anyOf(sql.ref('p.dep_ids'), 'int'), state: oneOf(sql.ref('q.state'), 'int') },
  })

const rowOf = (db: Db, id: number) => base(db).select(columns).where('q.id', '=', id).executeTakeFirst()
export const consultRow = rowOf
/** The consultation, locked; absent when the actor may not see it. */
export const lockConsult = (db: Db, actor: Actor, id: number) =>
  base(db)
    .select(['q.id', 'q.state', 'q.version', 'q.policy_id', 'q.user_id'])
    .where('q.id', '=', id)
    .where(consultsOf(actor))
    .forUpdate('q')
    .executeTakeFirst()
export const seesConsult = async (db: Db, actor: Actor, id: number): Promise<boolean> =>
  (await base(db).select('q.id').where('q.id', '=', id).where(consultsOf(actor)).executeTakeFirst()) !== undefined
export type ConsultRow = NonNullable<Awaited<ReturnType<typeof rowOf>>>

function matching(db: Db, f: ConsultQuery) {
  let found = base(db).where(dayRange('q.created_at', f.startTime, f.endTime))
  if (f.seenBy) found = found.where(consultsOf(f.seenBy))
  if (f.ids) found = found.where('q.id', 'in', f.ids)
  if (f.author)
    found = found.where('q.user_id', '=', f.author.userId).where(sql<boolean>`q.company_id is not distinct from ${f.author.companyId}`)
  if (f.policyId !== undefined) found = found.where('q.policy_id', '=', f.policyId)
  if (f.waitsFor !== undefined) found = found.where(sql<boolean>`(q.passed_to is null or q.passed_to = ${f.waitsFor})`)
  if (f.passedTo !== undefined) found = found.where('q.passed_to', '=', f.passedTo)
  if (f.replyState !== undefined) found = found.where('q.state', '=', f.replyState)
  if (f.keyword) {
    const like = likeText(f.keyword)
    found = found.where((w) => w.or([w('q.content', 'ilike', like), w('p.title', 'ilike', like), w('q.user_name', 'ilike', like)]))
  }
  return found
}

export const consultCount = async (db: Db, f: ConsultQuery): Promise<number> =>
  Number(
    (
      await matching(db, f)
        .select(sql<number>`count(*)`.as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
/** The next rows by id, for an export. */
export const consultsAfter = (db: Db, f: ConsultQuery, after: number, limit: number): Promise<ConsultRow[]> =>
  matching(db, f).where('q.id', '>', after).select(columns).orderBy('q.id').limit(limit).execute()

export const consultPage = (db: Db, f: ConsultQuery): Promise<{ total: number; rows: ConsultRow[] }> =>
  pageOf(matching(db, f), f, { by: { consultTime: 'q.created_at', replyTime: 'q.reply_at' }, tie: 'q.id', emptyLast: ['replyTime'] }, (q) =>
    q.select(columns),
  )

/** Questions asked for a company that a member of staff may see: their number, and the newest. */
export async function companyConsults(
  db: Db,
  actor: Actor,
  companyId: number,
  limit: number,
): Promise<{ total: number; rows: ConsultRow[] }> {
  const found = base(db).where('q.company_id', '=', companyId).where(consultsOf(actor))
  const { total } = await found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { total, rows: await found.select(columns).orderBy('q.id', 'desc').limit(limit).execute() }
}

/** Questions asked between two days (both included): by month, in all, and by policy. */
export async function consultFigures(db: Db, actor: Actor, from: string, to: string) {
  const asked = base(db)
    .where(dayRange('q.created_at', from, to))
    .where(consultsOf(actor))
  const month = monthOf('q.created_at')
  const answered = sql<number>`count(*) filter (where q.state = 1)`
  return {
    months: await asked
      .select([month.as('month'), sql<number>`count(*)`.as('asked'), answered.as('answered')])
      .groupBy(month)
      .execute(),
    totals: await asked
      .select([
        sql<number>`count(*)`.as('total'),
        answered.as('answered'),
        sql<number | null>`avg(extract(epoch from q.reply_at - q.created_at)) / 3600`.as('hours'),
      ])
      .executeTakeFirstOrThrow(),
    policies: await asked
      .select(['p.id', 'p.title', sql<number>`count(*)`.as('asked'), sql<number>`count(*) filter (where q.state = 0)`.as('waiting')])
      .groupBy(['p.id', 'p.title'])
      .orderBy('asked', 'desc')
      .orderBy('p.id')
      .limit(10)
      .execute(),
  }
}

/** Counts questions by the month in which they were asked. */
export const askedByMonth = (db: Db, actor: Actor, from: string, to: string) =>
  base(db)
    .where(dayRange('q.created_at', from, to))
    .where(consultsOf(actor))
    .select((e) => [monthOf('q.created_at').as('month'), e.fn.countAll<number>().as('value')])
    .groupBy(monthOf('q.created_at'))
    .execute()
