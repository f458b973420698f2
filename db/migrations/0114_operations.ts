import { sql, type Kysely } from 'kysely'

/** Data for operators: runs of recurring jobs, signs of life of processes, alarms, and the last backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table job_run (
      job text primary key,
      started_at timestamptz,
      ended_at timestamptz,
      error text,
      failed_at timestamptz,
      paused boolean not null default false,
      paused_by bigint references sys_user (id),
      paused_at timestamptz
    )`,
    'create index job_run_paused_by on job_run (paused_by)',
    `create table process_pulse (
      id text primary key,
      host text not null,
      pid integer not null,
      version text not null,
      started_at timestamptz not null,
      at timestamptz not null,
      answers integer not null,
      failures integer not null,
      memory bigint not null
    )`,
    `create table alarm (
      id bigint generated always as identity primary key,
      kind text not null,
      subject text not null,
      title text not null,
      opened_at timestamptz not null,
      seen_at timestamptz not null,
      closed_at timestamptz
    )`,
    // Several processes that find the same fault raise one alarm.
    'create unique index alarm_open on alarm (kind, subject) where closed_at is null',
    'create index alarm_opened on alarm (opened_at desc, id desc)',
    `create table platform_mark (
      name text primary key,
      at timestamptz not null,
      detail text not null
    )`,
  ])
    await sql.raw(statement).execute(db)
}
