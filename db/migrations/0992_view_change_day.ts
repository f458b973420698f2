import { sql, type Kysely } from 'kysely'

/** The day whose roles a view after a change of rights shows; null: the day from which the change counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table session add column viewing_change_day date').execute(db)
}
