import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { reviewCodes, type accessReview, type Review, type ReviewRow, type ReviewState } from '../../../contract/identity/access-review.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { DAY_MS } from '../../../contract/shanghai.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { allowed } from '../../kernel/flow.ts'
import { kernelOf } from '../../kernel/kernel-of.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { cut } from '../../kernel/lists/page-of.ts'
import { rightsNotices } from '../rights-notices.ts'
import { reviewFlow } from './flow.ts'

export type ReviewQuery = Omit<Parsed<typeof accessReview.rows>['query'], 'page' | 'pageSize'>
const { waiting, gone } = reviewCodes.code

/** A role that was revoked meanwhile waits for no decision. */
const stillHeld = sql<boolean>`exists (select from user_role h where h.user_id = x.user_id and h.role_id = x.role_id)`
const stateNow = sql<ReviewState>`case when x.state = ${waiting} and not ${stillHeld} then ${gone} else x.state end`
export const isWaiting = sql<SqlBool>`x.state = ${waiting} and ${stillHeld}`
const makersNow = sql<
  number[]
>`coalesce((select case when h.makers = '{}' then array[h.granted_by] else h.makers end from user_role h where h.user_id = x.user_id and h.role_id = x.role_id), '{}')`
/** Rows that this officer may decide: not made by them as they are held now, and not their own. */
const isForUser = (userId: RawBuilder<number>) =>
  sql<SqlBool>`${isWaiting} and ${userId} <> all(array_remove(${makersNow}, null)) and x.user_id <> ${userId}`
export const isForMe = ({ userId }: Actor) => isForUser(sql<number>`${userId}`)

/** Closes a review without open rows; returns whether it is closed. */
export async function closeIfDone(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`update access_review r set closed_at = ${kernelOf(db).clock.now().toISOString()}
    where r.id = ${id} and r.closed_at is null and not exists (select from access_review_row x where x.review_id = r.id and ${isWaiting}) returning r.id`.execute(
    db,
  )
  if (rows.length > 0) await rightsNotices(kernelOf(db))?.endedReview(db, id)
  return rows.length > 0
}

/** Which of these officers may decide about a row of this review at least. */
export async function decidersAmong(db: Db, id: number, officers: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select o.id from unnest(${[...officers]}::bigint[]) o(id)
    where exists (select from access_review_row x where x.review_id = ${id} and ${isForUser(sql<number>`o.id`)})`.execute(db)
  return rows.map((row) => row.id)
}

export async function listReviews(k: Kernel): Promise<Review[]> {
  const rows = await k.db
    .selectFrom('access_review as r')
    .select(['r.id', 'r.name', 'r.due_on', 'r.opened_at', 'r.closed_at'])
    .select([
      sql<number>`(select count(*)::int from access_review_row x where x.review_id = r.id)`.as('total'),
      sql<number>`(select count(*)::int from access_review_row x where x.review_id = r.id and ${isWaiting})`.as('waiting'),
    ])
    .orderBy('r.id', 'desc')
    .limit(40)
    .execute()
  const now = Date.parse(today(k.clock))
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    dueOn: r.due_on,
    openTime: r.opened_at,
    closeTime: r.closed_at,
    total: r.total,
    waiting: r.waiting,
    overdueDays: r.waiting === 0 ? 0 : Math.max(0, Math.round((now - Date.parse(r.due_on)) / DAY_MS)),
  }))
}

const rowsFrom = (db: Db, actor: Actor, asked: ReviewQuery) =>
  db
    .selectFrom('access_review_row as x')
    .innerJoin('sys_user as u', 'u.id', 'x.user_id')
    .innerJoin('role as r', 'r.id', 'x.role_id')
    .where('x.review_id', '=', asked.reviewId)
    .$if(asked.state !== undefined, (q) => q.where(sql<SqlBool>`${stateNow} = ${asked.state}`))
    .$if(asked.roleId !== undefined, (q) => q.where('x.role_id', '=', asked.roleId!))
    .$if(Boolean(asked.keyword), (q) =>
      q.where((e) => e.or([e('u.name', 'ilike', likeText(asked.keyword!)), e('u.user_name', 'ilike', likeText(asked.keyword!))])),
    )
    .$if(asked.only === 1, (q) => q.where(sql<SqlBool>`cardinality(x.facts) > 0`))
    .$if(asked.only === 2, (q) => q.where(isForMe(actor)))

export async function countRows(db: Db, actor: Actor, asked: ReviewQuery): Promise<number> {
  const counted = rowsFrom(db, actor, asked).select((e) => e.fn.countAll<number>().as('n'))
  const { n } = await counted.executeTakeFirstOrThrow()
  return n
}

const shown = (db: Db, actor: Actor, asked: ReviewQuery) =>
  rowsFrom(db, actor, asked)
    .leftJoin('office as o', 'o.id', 'x.office_id')
    .leftJoin('sys_user as g', 'g.id', 'x.granted_by')
    .leftJoin('sys_user as d', 'd.id', 'x.decided_by')
    .select([
      'x.id',
      'x.user_id',
      'x.role_id',
      'u.name',
      'u.user_name',
      'o.name as office_name',
      'r.name as role_name',
      'r.exclusive_group',
    ])
    .select(['x.granted_by', 'g.name as granter', 'x.granted_at', 'x.last_login', 'x.facts', 'd.name as decider', 'x.decided_at'])
    .select(['x.reason', 'x.version', stateNow.as('state'), makersNow.as('makers')])

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]
const asRow = (actor: Actor, row: Shown): ReviewRow => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  userName: row.user_name,
  officeName: row.office_name,
  roleName: row.role_name,
  grantedBy: row.granter,
  grantTime: row.granted_at,
  lastLogin: row.last_login,
  facts: row.facts,
  state: row.state,
  decidedBy: row.decider,
  decideTime: row.decided_at,
  reason: row.reason,
  version: row.version,
  allowed: allowed(reviewFlow, actor, { ...row, granted_by: null }).filter((move) => move !== 'lapse'),
})

/** Rows with reasons to look more closely come first. */
export async function listRows(k: Kernel, actor: Actor, asked: Parsed<typeof accessReview.rows>['query']) {
  const total = await countRows(k.db, actor, asked)
  const rows = await cut(shown(k.db, actor, asked), asked)
    .orderBy(sql`cardinality(x.facts)`, 'desc')
    .orderBy('x.id')
    .execute()
  return { total, list: rows.map((row) => asRow(actor, row)) }
}

/** For the export: by keyset. */
export const rowsAfter = async (db: Db, actor: Actor, asked: ReviewQuery, after: number, limit: number): Promise<ReviewRow[]> =>
  (await shown(db, actor, asked).where('x.id', '>', after).orderBy('x.id').limit(limit).execute()).map((row) => asRow(actor, row))
