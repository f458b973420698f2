import { sql, type Kysely } from 'kysely'

/** 安全密钥 (ADR 0838): keys of staff, and the one open question per session or log-in ticket. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table security_key (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user on delete cascade,
    name text not null,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`)
  await run('create index security_key_user_id on security_key (user_id)')
  await run(`create table key_challenge (
    bound_to text not null,
    purpose text not null,
    user_id bigint not null references sys_user on delete cascade,
    challenge text not null,
    expires_at timestamptz not null,
    primary key (bound_to, purpose)
  )`)
  await run('create index key_challenge_user_id on key_challenge (user_id)')
}
