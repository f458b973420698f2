import { sql, type Kysely } from 'kysely'

/**
 * The secret of an app that is being bound belongs to the session or log-in ticket that it was shown to (ADR 1016); `second_factor` keeps
 * only bound ones. Everybody who had a hand in a grant is kept with it (ADR 0713).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table factor_binding (
    bound_to text primary key,
    user_id bigint not null references sys_user on delete cascade,
    secret text not null,
    shown_at timestamptz not null
  )`)
  await run('create index factor_binding_user on factor_binding (user_id)')
  await run('delete from second_factor where enabled_at is null')
  for (const table of ['user_role', 'role_term']) {
    await run(`alter table ${table} add column makers bigint[] not null default '{}'`)
    await run(`update ${table} set makers = array[granted_by] where granted_by is not null`)
  }
}
