import { sql } from 'kysely'
import type { z } from 'zod'
import type { LogQuery, LogRow } from '../../contract/system.ts'
import { addDays } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskDeep, maskText } from '../kernel/pii.ts'

export type LogFilter = z.output<typeof LogQuery>
export interface LogPage { total: number; list: z.input<typeof LogRow>[] }

const dayStart = (day: string) => new Date(`${day}T00:00:00+08:00`).toISOString()
const contains = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Page visits, newest first. */
export async function visits(k: Kernel, q: LogFilter): Promise<LogPage> {
  let rows = k.db.selectFrom('visit_log').leftJoin('sys_user', 'sys_user.id', 'visit_log.user_id')
  if (q.userName) rows = rows.where('sys_user.name', 'like', contains(q.userName))
  if (q.routerName) rows = rows.where((e) => e.or([e('router_name', 'like', contains(q.routerName!)), e('page_title', 'like', contains(q.routerName!))]))
  if (q.startTime) rows = rows.where('visit_log.at', '>=', dayStart(q.startTime))
  if (q.endTime) rows = rows.where('visit_log.at', '<', dayStart(addDays(q.endTime, 1)))
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const list = await rows.select(['visit_log.id', 'visit_log.at', 'user_id as userId', 'sys_user.name as userName', 'visit_log.user_type as userType', 'ip', 'router_name as routerName', 'page_title as pageTitle'])
    .orderBy('visit_log.id', 'desc').limit(q.pageSize).offset((q.page - 1) * q.pageSize).execute()
  return { total, list: list.map((row) => ({ ...row, pageTitle: row.pageTitle && maskText(row.pageTitle) })) }
}

/** Audit rows, newest first, with the name of who acted. */
export async function auditRows(k: Kernel, q: LogFilter): Promise<LogPage> {
  let rows = k.db.selectFrom('audit_log').leftJoin('sys_user', 'sys_user.id', 'audit_log.actor_id')
  if (q.userName) rows = rows.where('sys_user.name', 'like', contains(q.userName))
  if (q.action) rows = rows.where('action', 'like', contains(q.action))
  if (q.objectType) rows = rows.where('object_type', '=', q.objectType)
  if (q.objectId) rows = rows.where('object_id', '=', q.objectId)
  if (q.startTime) rows = rows.where('audit_log.at', '>=', dayStart(q.startTime))
  if (q.endTime) rows = rows.where('audit_log.at', '<', dayStart(addDays(q.endTime, 1)))
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const list = await rows.select(['audit_log.id', 'audit_log.at', 'actor_id as userId', 'sys_user.name as userName', 'actor_type as userType', 'ip', 'action',
    'object_type as objectType', 'object_id as objectId', 'result', 'request_id as requestId', 'detail', sql<boolean>`seal is not null`.as('sealed')])
    .orderBy('audit_log.id', 'desc').limit(q.pageSize).offset((q.page - 1) * q.pageSize).execute()
  return { total, list: list.map((row) => ({ ...row, detail: maskDeep(row.detail) })) }
}

/** Enabled departments in their order. */
export const officeOptions = (k: Kernel): Promise<{ id: number; label: string; parentId: number | null }[]> =>
  k.db.selectFrom('office').select(['id', 'name as label', 'parent_id as parentId']).where('enabled', '=', true).orderBy('sort').orderBy('id').execute()
