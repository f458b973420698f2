import { sql, type Kysely } from 'kysely'

/** Sessions are deleted a day after their end; the last log-in is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sys_user add column last_login_at timestamptz`.execute(db)
  await sql`update sys_user u set last_login_at = s.at from (
    select user_id, max(at) as at from (
      select user_id, created_at as at from session
      union all
      select actor_id, at from audit_log where action = 'login' and result = 'ok' and actor_id is not null
    ) known group by user_id
  ) s where s.user_id = u.id`.execute(db)
}
