import { sql, type Kysely } from 'kysely'

/** An approved change of rights may take effect later (ADR 0874): state 5, 待生效, until `starts_at`. It still keeps its subject busy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table rights_change add column starts_at timestamptz')
  await run('alter table rights_change drop constraint rights_change_state_check')
  await run('alter table rights_change add constraint rights_change_state_check check (state in (0, 1, 2, 3, 4, 5))')
  await run('alter table rights_change add constraint rights_change_start_check check (state <> 5 or starts_at is not null)')
  await run('drop index rights_change_open_person')
  await run('drop index rights_change_open_role')
  await run('create unique index rights_change_open_person on rights_change (user_id) where state in (0, 5) and user_id is not null')
  await run(
    "create unique index rights_change_open_role on rights_change (role_id, coalesce(resource, '')) where state in (0, 5) and role_id is not null",
  )
  await run('create index rights_change_start on rights_change (starts_at) where state = 5')
}
