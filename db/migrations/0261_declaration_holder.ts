import { sql, type Kysely } from 'kysely'

/** Which reviewer has taken a declaration. It is valid for the round and state at that time, so nothing has to be cleared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table declaration_holder (
    declaration_id bigint primary key references declaration (id) on delete cascade,
    round integer not null,
    state text not null,
    user_id bigint not null references sys_user (id),
    user_name text not null,
    given_by bigint not null references sys_user (id),
    at timestamptz not null
  )`.execute(db)
  await sql`create index declaration_holder_user on declaration_holder (user_id)`.execute(db)
  await sql`create index declaration_holder_given_by on declaration_holder (given_by)`.execute(db)
}
