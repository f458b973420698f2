import { sql, type Kysely } from 'kysely'

/** Proposed changes of a policy that wait for a colleague's review: its repeal, and the revision of a published policy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`create table policy_proposal (
    id bigint generated always as identity primary key,
    policy_id bigint not null references policy (id) on delete cascade,
    kind text not null check (kind in ('repeal', 'revision')),
    state smallint not null default 0 check (state between 0 and 6),
    version integer not null default 1,
    content jsonb not null,
    effective_on date,
    created_by bigint,
    created_by_name text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    submitted_by bigint,
    submitted_by_name text,
    submitted_at timestamptz,
    reviewed_by bigint,
    reviewed_by_name text,
    reviewed_at timestamptz,
    review_opinion text
  )`)
  // One open proposal of each kind; the database refuses a second one too.
  await run('create unique index policy_proposal_open on policy_proposal (policy_id, kind) where state in (0, 1, 4, 5)')
  await run('create index policy_proposal_of on policy_proposal (policy_id, id desc)')
  await run('create index policy_proposal_pending on policy_proposal (submitted_at, id) where state = 1')
  await run('create index policy_proposal_due on policy_proposal (effective_on) where state = 5')

  await run(`alter table policy
    add column repealed_on date,
    add column repealed_by bigint references policy (id),
    add column repeal_basis text,
    add check (repealed_on is not null or (repealed_by is null and repeal_basis is null)),
    add check (repealed_by <> id)`)
  await run('create index policy_repealed_by on policy (repealed_by) where repealed_by is not null')
  await run(
    'create index policy_repealed on policy (repealed_on desc, publish_time desc, id desc) where state = 2 and not deleted and repealed_on is not null',
  )
}
