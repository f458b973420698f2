import { sql, type Kysely } from 'kysely'

/**
 * A mark of the state of all published policies is read from an index alone, every two seconds (`rulesMark`). The newest published policies
 * are read in order, for related policies (`relatedRows`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index policy_marks on policy (id, version) where state = 2 and not deleted`.execute(db)
  await sql`create index policy_newest on policy (publish_time desc, id desc) where state = 2 and not deleted and repealed_on is null`.execute(
    db,
  )
}
