import { sql, type Kysely } from 'kysely'

/** 'sent': handed to the job queue, not yet delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table outbox drop constraint outbox_state_check').execute(db)
  await sql.raw("alter table outbox add constraint outbox_state_check check (state in ('pending', 'sent', 'done', 'dead'))").execute(db)
}
