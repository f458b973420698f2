import { sql, type Kysely } from 'kysely'

/** Roles for some days: a job adds them to user_role on their first day and removes them after their last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table role_term (
    user_id bigint not null references sys_user (id) on delete cascade,
    role_id bigint not null references role (id) on delete cascade,
    starts_on date not null,
    ends_on date not null check (ends_on >= starts_on),
    granted_by bigint not null references sys_user (id),
    primary key (user_id, role_id)
  )`.execute(db)
  await sql`create index role_term_role on role_term (role_id)`.execute(db)
  await sql`create index role_term_granted_by on role_term (granted_by)`.execute(db)
}
