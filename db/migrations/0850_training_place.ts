import { sql, type Kysely } from 'kysely'

/** Street, position, programme and public files of an activity (ADR 0850); the board of evaluations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(
    `alter table train_activity add column street_id text, add column lng double precision, add column lat double precision,
      add column agenda jsonb not null default '[]', add column attachments jsonb not null default '[]'`,
  )
  await run('create index train_activity_street on train_activity (street_id, start_at) where not deleted and street_id is not null')
  await run('create index train_activity_evaluated on train_activity (start_at desc, id desc) where evaluate_num > 0 and not deleted')
}
