import { sql, type Kysely } from 'kysely'

/** One log of all moves of all flows (ADR 0101). Bindings and consultations get the columns of every row with a flow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table flow_log (
    id bigint generated always as identity primary key,
    flow text not null,
    row_id bigint not null,
    move text not null,
    from_state text,
    to_state text,
    row_version integer not null,
    actor_id bigint references sys_user (id) on delete set null,
    actor_name text not null,
    reason text,
    payload jsonb,
    at timestamptz not null
  )`)
  await run('create index flow_log_of on flow_log (flow, row_id, id)')
  await run('create index flow_log_actor on flow_log (actor_id)')
  const lastTouched = { personal_company: 'created_at, examined_at, ended_at', policy_consult: 'created_at, reply_at' }
  for (const [table, times] of Object.entries(lastTouched)) {
    await run(`alter table ${table} add column version integer not null default 1`)
    await run(`alter table ${table} add column updated_at timestamptz not null default now()`)
    await run(`update ${table} set updated_at = greatest(${times})`)
  }
}
