import { sql, type Kysely } from 'kysely'

/** Numbers of open, closing and closed policies, counted from the index alone, without their wide rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index policy_standing on policy (apply_to, apply_from, repealed_on) include (max_amount) where state = 2 and not deleted')
    .execute(db)
}
