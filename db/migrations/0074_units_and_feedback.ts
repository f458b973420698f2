import { sql, type Kysely } from 'kysely'

/** Issuing units and contact units of a policy. Feedback gets an answer and the user who gave it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`alter table policy
    add column issuing_units jsonb not null default '[]',
    add column contact_units jsonb not null default '[]'`)

  await run(`alter table feedback
    add column state smallint not null default 0 check (state in (0, 1)),
    add column reply text,
    add column handled_by bigint,
    add column handled_by_name text,
    add column handled_at timestamptz`)
  await run('create index feedback_state on feedback (state, at desc, id desc)')
}
