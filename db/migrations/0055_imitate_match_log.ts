import { sql, type Kysely } from 'kysely'

/** Runs of the simulation: saved ones belong to a user, shared ones have an id that cannot be guessed, until they expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table imitate_match_log (
    id bigint generated always as identity primary key,
    user_id bigint references sys_user (id) on delete cascade,
    share_id text unique,
    name text not null,
    answers jsonb not null,
    base jsonb,
    use_archive boolean not null default false,
    archive_shared boolean not null default false,
    as_of date not null,
    match_count integer not null,
    amount_min bigint not null,
    amount_max bigint not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz
  )`.execute(db)
  await sql`create index imitate_match_log_user on imitate_match_log (user_id, id desc)`.execute(db)
  await sql`create index imitate_match_log_expiry on imitate_match_log (expires_at) where expires_at is not null`.execute(db)
}
