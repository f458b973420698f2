import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The end of the audit chain: without it, rows cut off at the end would not be missed.
  await run(`create table audit_head (
    one boolean primary key default true check (one),
    seal_no bigint not null,
    seal text not null,
    mac text not null
  )`)

  await run(`create table feedback (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    user_id bigint,
    title text not null,
    message text not null,
    other_sealed text not null,
    name_sealed text not null,
    phone_sealed text not null,
    phone_index text not null,
    ip text
  )`)
  await run('create index feedback_at on feedback (at desc)')
  await run('create index feedback_phone on feedback (phone_index)')

  await run('alter table task add column key text')
  await run('create unique index task_key on task (kind, key) where key is not null')
  await run("create index task_open on task (kind, created_at) where state in ('queued', 'running')")
  await run('create index file_loose on file (created_at) where object_type is null')
}
