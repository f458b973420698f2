import { sql, type RawBuilder } from 'kysely'
import type { PermissionCode } from '../../contract/permissions.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { IDLE_MS } from './limits.ts'

/**
 * SQL: whether a member of staff is still at the work that they said to be at `since`: the account is enabled, holds the permission, and a
 * log-in that was open then has not ended, by a log-out, by its time, by an officer or for idleness. After a later log-in the person says
 * so again. Read where it counts, it needs no writer at the many places where a log-in or a right ends (ADR 0987).
 */
export function atWork(
  k: Kernel,
  { user, since, permission }: { user: RawBuilder<unknown>; since: RawBuilder<unknown>; permission: PermissionCode },
): RawBuilder<boolean> {
  const now = k.clock.now()
  const idle = new Date(now.getTime() - IDLE_MS).toISOString()
  return sql<boolean>`exists (select from session ws join sys_user wu on wu.id = ws.user_id
    where ws.user_id = ${user} and ws.revoked_at is null and ws.created_at <= ${since} and ws.acting_company_id is null
      and ws.absolute_end > ${now.toISOString()}::timestamptz and ws.seen_at >= ${idle}::timestamptz
      and wu.enabled and exists (select from user_role wr join role_permission wp on wp.role_id = wr.role_id
        where wr.user_id = ws.user_id and wp.permission = ${permission}))`
}
