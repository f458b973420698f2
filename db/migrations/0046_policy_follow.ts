import { sql, type Kysely } from 'kysely'

/** Favourites, evaluations and subscriptions of readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const user = 'user_id bigint not null references sys_user (id) on delete cascade'
  const policy = 'policy_id bigint not null references policy (id) on delete cascade'

  await run(
    `create table policy_favourite (${user}, ${policy}, created_at timestamptz not null default now(), primary key (user_id, policy_id))`,
  )
  await run('create index policy_favourite_newest on policy_favourite (user_id, created_at desc, policy_id desc)')
  await run('create index policy_favourite_policy on policy_favourite (policy_id, user_id)')

  await run(`create table policy_evaluation (
    id bigint generated always as identity primary key,
    ${user}, ${policy},
    score smallint not null check (score between 1 and 5),
    content text not null default '',
    created_at timestamptz not null default now(),
    unique (user_id, policy_id)
  )`)
  await run('create index policy_evaluation_newest on policy_evaluation (created_at desc, id desc)')
  await run('create index policy_evaluation_policy on policy_evaluation (policy_id, created_at desc)')

  // Labels are managed by staff; a deleted label simply matches nothing.
  await run(`create table policy_label_subscription (${user}, label_id bigint not null, primary key (user_id, label_id))`)
  await run('create index policy_label_subscription_label on policy_label_subscription (label_id, user_id)')
  await run(`create table policy_subscription (
    id bigint generated always as identity primary key,
    ${user},
    name text not null,
    wish jsonb not null,
    created_at timestamptz not null default now()
  )`)
  await run('create index policy_subscription_user on policy_subscription (user_id, id)')
  await run(`create table policy_follow_setting (
    user_id bigint primary key references sys_user (id) on delete cascade,
    frequency text not null check (frequency in ('now', 'daily', 'weekly', 'off')),
    closing_days smallint[] not null,
    changes boolean not null,
    updated_at timestamptz not null default now()
  )`)
  await run(
    'create table policy_digest (user_id bigint primary key references sys_user (id) on delete cascade, sent_at timestamptz not null)',
  )
  await run(`create table policy_calendar (
    user_id bigint primary key references sys_user (id) on delete cascade,
    key_hash text not null unique,
    created_at timestamptz not null default now()
  )`)
}
