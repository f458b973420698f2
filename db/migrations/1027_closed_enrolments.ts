import { sql, type Kysely } from 'kysely'

/**
 * The number of an enrolment is emptied when its account is closed, and with it the index by which the number was found. Several closed
 * accounts may have been enrolled in one activity, so an empty index may stand there more than once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('drop index train_enrol_once')
  await run("create unique index train_enrol_once on train_enrol (activity_id, phone_index) where state <> 2 and phone_index <> ''")
  await run(`update train_enrol e set phone_index = '' from sys_user u where u.id = e.user_id and u.user_name = 'closed-' || u.id`)
}
