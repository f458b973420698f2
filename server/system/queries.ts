import { sql } from 'kysely'
import type { z } from 'zod'
import type { LogQuery, LogRow } from '../../contract/system.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskDeep, maskText } from '../kernel/pii.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { dayRange } from '../kernel/lists/day-range.ts'

type Query = z.output<typeof LogQuery>
export type LogFilter = Omit<Query, 'page' | 'pageSize' | 'kind'>
export type LogLine = z.input<typeof LogRow>
export interface LogPage {
  total: number
  list: LogLine[]
}

function visitsWhere(db: Db, q: LogFilter) {
  let rows = db.selectFrom('visit_log').leftJoin('sys_user', 'sys_user.id', 'visit_log.user_id')
  if (q.userName) rows = rows.where('sys_user.name', 'like', likeText(q.userName))
  if (q.routerName)
    rows = rows.where((e) => e.or([e('router_name', 'like', likeText(q.routerName!)), e('page_title', 'like', likeText(q.routerName!))]))
  return rows.where(dayRange('visit_log.at', q.startTime, q.endTime))
}
const visitColumns = [
  'visit_log.id',
  'visit_log.at',
  'user_id as userId',
  'sys_user.name as userName',
  'visit_log.user_type as userType',
  'ip',
  'router_name as routerName',
  'page_title as pageTitle',
] as const
const shownVisit = <R extends { pageTitle: string | null }>(row: R): R => ({ ...row, pageTitle: row.pageTitle && maskText(row.pageTitle) })

function auditWhere(db: Db, q: LogFilter) {
  let rows = db.selectFrom('audit_log').leftJoin('sys_user', 'sys_user.id', 'audit_log.actor_id')
  if (q.userName) rows = rows.where('sys_user.name', 'like', likeText(q.userName))
  if (q.action) rows = rows.where('action', 'like', likeText(q.action))
  if (q.objectType) rows = rows.where('object_type', '=', q.objectType)
  if (q.objectId) rows = rows.where('object_id', '=', q.objectId)
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

const counted = async (rows: ReturnType<typeof visitsWhere> | ReturnType<typeof auditWhere>): Promise<number> =>
  (await (rows as ReturnType<typeof visitsWhere>).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total
export const countVisits = (db: Db, q: LogFilter): Promise<number> => counted(visitsWhere(db, q))
export const countAudit = (db: Db, q: LogFilter): Promise<number> => counted(auditWhere(db, q))

/** Page visits, newest first. */
export async function visits(db: Db, q: Query): Promise<LogPage> {
  const { total, rows } = await pageOf(
    visitsWhere(db, q),
    q,
    (page) => page.orderBy('visit_log.id', 'desc'),
    (page) => page.select(visitColumns),
  )
  return { total, list: rows.map(shownVisit) }
}

/** Audit rows, newest first, with the name of who acted. */
export async function auditRows(db: Db, q: Query): Promise<LogPage> {
  const { total, rows } = await pageOf(
    auditWhere(db, q),
    q,
    (page) => page.orderBy('audit_log.id', 'desc'),
    (page) => page.select(auditColumns).select(sealed),
  )
  return { total, list: rows.map(shownAudit) }
}

export const visitsAfter = async (db: Db, q: LogFilter, after: number, limit: number): Promise<LogLine[]> =>
  (await visitsWhere(db, q).select(visitColumns).where('visit_log.id', '>', after).orderBy('visit_log.id').limit(limit).execute()).map(
    shownVisit,
  )
export const auditRowsAfter = async (db: Db, q: LogFilter, after: number, limit: number): Promise<LogLine[]> =>
  (await auditWhere(db, q).select(auditColumns).where('audit_log.id', '>', after).orderBy('audit_log.id').limit(limit).execute()).map(
    shownAudit,
  )

/** Enabled departments in their order. */
export const officeOptions = (k: Kernel): Promise<{ id: number; label: string; parentId: number | null }[]> =>
  k.db
    .selectFrom('office')
    .select(['id', 'name as label', 'parent_id as parentId'])
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()
