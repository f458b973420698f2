import type { z } from 'zod'
import type { LogQuery } from '../../contract/system.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { forbidden } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { auditRows } from './audit-rows.ts'
import { jobTitleOf } from './detail-names.ts'
import { visits, type LogPage } from './log-rows.ts'

/**
 * Visits need log:read, the audit log audit:read (L-02): the visits are the system administrator's, the audit administrator has the audit log
 * and nothing else. Reading the audit log is audited too.
 */
export async function listLogs(k: Kernel, actor: Actor, call: Call, query: z.output<typeof LogQuery>): Promise<LogPage> {
  const mayAudit = actor.permissions.has('audit:read')
  const kind = query.kind ?? (mayAudit ? 'audit' : 'visit')
  if (kind === 'audit' ? !mayAudit : !actor.permissions.has('log:read')) throw forbidden()
  if (kind === 'visit') return visits(k.db, query)
  await audit(k.db, call, { action: 'audit.read', objectType: 'audit_log', detail: { ...query } })
  const page = await auditRows(k.db, query)
  return { ...page, list: page.list.map((row) => ({ ...row, objectName: jobTitleOf(k, row.objectType, row.objectId) })) }
}
