import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import { maskDeep } from '../kernel/access/pii.ts'
import { likeText } from '../kernel/db/like.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { isNamed, newestOfGroups, NO_ROWS, olderThan, part, upTo, type LogFilter, type LogPage, type Query } from './log-rows.ts'

function auditWhere(db: Db, q: LogFilter) {
  let rows = db.selectFrom('audit_log').leftJoin('sys_user', 'sys_user.id', 'audit_log.actor_id')
  if (q.userName) rows = rows.where(isNamed('audit_log.actor_id', q.userName))
  if (q.action) rows = rows.where('action', '=', q.action)
  if (q.requestId) rows = rows.where('request_id', '=', q.requestId)
  if (q.objectType) rows = rows.where('object_type', '=', q.objectType)
  if (q.objectId) rows = rows.where('object_id', '=', q.objectId)
  // Written out, so that the database sees that the indexes of what did not succeed apply.
  if (q.result) rows = rows.where(sql<boolean>`audit_log.result = ${sql.lit(q.result)}`)
  if (q.before) rows = rows.where(olderThan('audit_log', q.before))
  return rows.where(dayRange('audit_log.at', q.startTime, q.endTime))
}
const auditColumns = [
  'audit_log.id',
  'audit_log.at',
  'actor_id as userId',
  'sys_user.name as userName',
  'actor_type as userType',
  'ip',
  'action',
  'object_type as objectType',
  'object_id as objectId',
  'result',
  'request_id as requestId',
  'detail',
] as const
const sealed = sql<boolean>`seal is not null`.as('sealed')
const shownAudit = <R extends { detail: unknown }>(row: R): R => ({ ...row, detail: maskDeep(row.detail) })

export const countAudit = async (db: Db, q: LogFilter): Promise<number> =>
  (
    await auditWhere(db, q)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
  ).total

/**
 * The distinct values of a column of the audit log, all of them or those of one kind of object. Each takes one step on the index, however
 * many rows there are.
 */
const different = async (db: Db, column: 'action' | 'object_type', objectType?: string): Promise<string[]> => {
  const c = sql.ref(column)
  const within = objectType === undefined ? sql`true` : sql`object_type = ${objectType}`
  const { rows } = await sql<{ value: string }>`with recursive step as (
      (select ${c} as value from audit_log where ${within} and ${c} is not null order by ${c} limit 1)
      union all
      select (select ${c} from audit_log where ${within} and ${c} > step.value order by ${c} limit 1) from step where step.value is not null
    ) select value from step where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}
/** The values by which the audit log can be filtered. */
export const auditFacets = async (db: Db): Promise<{ actions: string[]; objectTypes: string[] }> => ({
  actions: await different(db, 'action'),
  objectTypes: await different(db, 'object_type'),
})

/** With more pairs than these, the rows are read as without them. */
const PAIRS_MOST = 500
interface Pair {
  user: number
  action: string
}

/**
 * The pairs of a user and an action that a query names: two conditions may each have millions of rows and together none, and then the log is
 * read along its index of pairs (ADR 0960). null: the query names no pairs, or too many.
 */
async function pairsOf(db: Db, q: Query): Promise<Pair[] | null> {
  if (!q.userName || !(q.action || q.objectType)) return null
  const users = await db
    .selectFrom('sys_user')
    .select('id')
    .where('name', 'like', likeText(q.userName))
    .limit(PAIRS_MOST + 1)
    .execute()
  const actions = q.action ? [q.action] : await different(db, 'action', q.objectType)
  if (users.length * actions.length > PAIRS_MOST) return null
  return users.flatMap(({ id }) => actions.map((action) => ({ user: id, action })))
}

function rowsOfPairs(db: Db, q: Query, pairs: readonly Pair[]): Promise<LogPage> {
  const groups = sql`unnest(${pairs.map(({ user }) => user)}::bigint[], ${pairs.map(({ action }) => action)}::text[]) g(actor, action)`
  const found = auditWhere(db, { ...q, userName: undefined, action: undefined })
    .where(sql<boolean>`audit_log.actor_id = g.actor and audit_log.action = g.action`)
    .select(['audit_log.id', 'audit_log.at'])
  return newestOfGroups(db, q, groups, found, async (newest) => {
    const rows = await db
      .selectFrom(newest)
      .innerJoin('audit_log', 'audit_log.id', 'n.id')
      .leftJoin('sys_user', 'sys_user.id', 'audit_log.actor_id')
      .select(auditColumns)
      .select(sealed)
      .orderBy('n.at', 'desc')
      .orderBy('n.id', 'desc')
      .execute()
    return rows.map(shownAudit)
  })
}

/** Whether an object of this kind ever had this action: one step on the index of both. */
const everHad = async (db: Db, objectType: string, action: string): Promise<boolean> =>
  (await db
    .selectFrom('audit_log')
    .select('id')
    .where('object_type', '=', objectType)
    .where('action', '=', action)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Audit rows, newest first, with the name of the user. */
export async function auditRows(db: Db, q: Query): Promise<LogPage> {
  if (q.objectType && q.action && !(await everHad(db, q.objectType, q.action))) return NO_ROWS
  const pairs = await pairsOf(db, q)
  if (pairs) return pairs.length === 0 ? NO_ROWS : rowsOfPairs(db, q, pairs)
  const found = auditWhere(db, q)
  // In this order only the index of all conditions comes into question.
  const inOrder = found.orderBy('audit_log.at', 'desc').orderBy('audit_log.id', 'desc')
  const { total, more } = await upTo((q.objectType && q.action) || (q.result && q.result !== 'ok') ? inOrder : found)
  const { limit, offset } = part(q, total)
  const rows = await inOrder.select(auditColumns).select(sealed).limit(limit).offset(offset).execute()
  return { total, more, list: rows.map(shownAudit) }
}

/** The next rows by id, as they are logged: personal values in the details are not masked. */
export const loggedAfter = (db: Db, q: LogFilter, after: number, limit: number) =>
  auditWhere(db, q).select(auditColumns).where('audit_log.id', '>', after).orderBy('audit_log.id').limit(limit).execute()
