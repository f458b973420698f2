import { sql, type Kysely } from 'kysely'

/** How a person wants pages shown (长辈版, 高对比): it follows the account to every device. Null: never chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sys_user add column display jsonb`.execute(db)
}
