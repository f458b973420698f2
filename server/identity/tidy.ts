import { sql } from 'kysely'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { boundSince } from './second-factor/binding.ts'

const DAY_MS = 86_400_000

/** How long visits and clicks are stored: at least as long as the audit log (L-02). */
export const VISIT_LOG_DAYS = 184

/** Deletes used challenges, old counters, tokens and sessions a day after their end, and old visits. */
async function tidy(k: Kernel): Promise<void> {
  const now = k.clock.now().toISOString()
  const yesterday = new Date(k.clock.now().getTime() - DAY_MS).toISOString()
  await k.db.deleteFrom('login_challenge').where('expires_at', '<', now).execute()
  await k.db.deleteFrom('login_ticket').where('expires_at', '<', now).execute()
  await k.db.deleteFrom('factor_binding').where('shown_at', '<=', boundSince(k)).execute()
  await k.db.deleteFrom('key_challenge').where('expires_at', '<', now).execute()
  await k.db.deleteFrom('sso_flow').where('expires_at', '<', now).execute()
  await k.db.deleteFrom('parent_ticket').where('verified_at', '<', yesterday).execute()
  await k.db.deleteFrom('oidc_record').where('expires_at', '<', now).execute()
  await k.db.deleteFrom('login_counter').where('window_start', '<', yesterday).execute()
  await k.db.deleteFrom('session_token').where('expires_at', '<', yesterday).execute()
  await k.db.deleteFrom('session').where('absolute_end', '<', yesterday).execute()
  const longAgo = new Date(k.clock.now().getTime() - VISIT_LOG_DAYS * DAY_MS).toISOString()
  await k.db.deleteFrom('visit_log').where('at', '<', longAgo).execute()
  await k.db.deleteFrom('business_log').where('at', '<', longAgo).execute()
}

/** Deletes pages of which the log has no visit any more. */
async function forgetPages(k: Kernel): Promise<void> {
  await sql`delete from visit_page g where not exists (select from visit_log v
    where hashtextextended(v.router_name || ' ' || coalesce(v.page_title, ''), 0) = hashtextextended(g.router_name || ' ' || g.page_title, 0))`.execute(
    k.db,
  )
}

export function keepTidy(k: Kernel): void {
  recurring(k, { name: 'identity.tidy', title: '清理过期的登录', cron: '*/10 * * * *' }, () => tidy(k))
  recurring(k, { name: 'identity.pages', title: '清理访问记录里不再有的页面', cron: '47 3 * * *' }, () => forgetPages(k))
}
