import { sql, type Kysely } from 'kysely'

/** How many policies a word of the home page found last night; null: not checked yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table policy_home_value add column hits integer`.execute(db)
}
