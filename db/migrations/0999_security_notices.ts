import { type Kysely, sql } from 'kysely'

/** Warnings about one's own account are a kind of their own, whose text messages leave at night too (ADR 1013). Who asked for 系统通知 by text had asked for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update notice_setting set sms_kinds = array_append(sms_kinds, 'security') where 'system' = any(sms_kinds)`.execute(db)
}
