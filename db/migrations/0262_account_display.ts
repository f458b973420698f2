import { sql, type Kysely } from 'kysely'

/** A user's display settings (长辈版, 高对比), for all devices of the account. Null: never chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sys_user add column display jsonb`.execute(db)
}
