import { sql, type Kysely } from 'kysely'

/** A user's changes to the columns of a table, for all devices of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table table_setting (
    user_id bigint not null references sys_user (id) on delete cascade,
    table_name text not null,
    setting jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (user_id, table_name)
  )`.execute(db)
}
