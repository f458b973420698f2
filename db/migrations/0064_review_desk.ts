import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  // A decision that was revoked within its seconds stays in the log, marked (ADR 0062).
  await run('alter table declaration_log add column revoked_at timestamptz')
  // The verdict at submission, as the engine explained it then.
  await run('alter table declaration_round add column judgement jsonb')
  // For staff only.
  await run(`create table declaration_note (
    id bigint generated always as identity primary key,
    declaration_id bigint not null references declaration (id) on delete cascade,
    at timestamptz not null,
    author_id bigint not null,
    author_name text not null,
    office_name text,
    text text not null
  )`)
  await run('create index declaration_note_declaration on declaration_note (declaration_id, id)')
  // Who has a declaration open; a row is valid for some seconds only.
  await run(`create table declaration_viewer (
    declaration_id bigint not null references declaration (id) on delete cascade,
    user_id bigint not null,
    user_name text not null,
    seen_at timestamptz not null,
    primary key (declaration_id, user_id)
  )`)
}
