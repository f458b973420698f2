import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`create table policy_department (
    id integer generated always as identity primary key,
    name text not null unique,
    sort integer not null default 0
  )`)

  await run(`create table policy (
    id bigint generated always as identity primary key,
    code text not null unique,
    title text not null,
    doc_no text,
    dep_name text not null,
    dep_ids integer[] not null,
    level text not null,
    support_modes text[] not null,
    industries text[] not null,
    summary text not null,
    content text not null,
    period text,
    apply_from date,
    apply_to date,
    state smallint not null default 0 check (state between 0 and 4),
    publish_time timestamptz,
    url_type smallint not null default 0,
    apply_url text,
    top boolean not null default false,
    origin text not null default 'own' check (origin in ('own', 'sample', 'illustrative')),
    sources jsonb not null default '[]',
    source_note text,
    max_amount bigint,
    process jsonb not null default '[]',
    attachments jsonb not null default '[]',
    superseded_by text,
    review_opinion text,
    search tsvector not null,
    version integer not null default 1,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    check (state <> 2 or publish_time is not null),
    check (apply_to >= apply_from)
  )`)
  // The public lists read only published rows; one index per order.
  const published = 'where state = 2 and not deleted'
  await run(`create index policy_by_publish on policy (top desc, publish_time desc, id desc) ${published}`)
  await run(`create index policy_by_deadline on policy (apply_to, publish_time desc, id desc) ${published}`)
  await run(`create index policy_by_amount on policy (max_amount desc nulls last, publish_time desc, id desc) ${published}`)
  await run(`create index policy_search on policy using gin (search) ${published}`)
  await run(`create index policy_title on policy using gin (title gin_trgm_ops)`)
  await run(`create index policy_dep on policy using gin (dep_ids) ${published}`)
  await run(`create index policy_mode on policy using gin (support_modes) ${published}`)
  await run(`create index policy_industry on policy using gin (industries) ${published}`)
  await run(`create index policy_level on policy (level, top desc, publish_time desc, id desc) ${published}`)
  await run('create index policy_managed on policy (updated_at desc, id desc) where not deleted')
  await run('create index policy_superseded_by on policy (superseded_by) where superseded_by is not null')

  await run(`create table policy_version (
    policy_id bigint not null references policy (id) on delete cascade,
    number integer not null check (number > 0),
    effective_from date,
    effective_to date,
    rule jsonb not null,
    title text not null,
    summary text not null,
    content text not null,
    period text,
    author_id bigint,
    author_name text,
    note text,
    created_at timestamptz not null default now(),
    primary key (policy_id, number)
  )`)

  await run(`create table policy_material (
    policy_id bigint not null references policy (id) on delete cascade,
    sort integer not null,
    name text not null,
    required boolean not null default true,
    note text,
    primary key (policy_id, sort)
  )`)

  // Views change often and policy rows are wide with many indexes, so the count is in a table of its own.
  await run(`create table policy_counter (
    policy_id bigint primary key references policy (id) on delete cascade,
    view_num bigint not null default 0
  )`)
  await run('create index policy_counter_hot on policy_counter (view_num desc, policy_id desc)')
  await run(`create table policy_view (
    policy_id bigint not null references policy (id) on delete cascade,
    visitor text not null,
    seen_at timestamptz not null,
    primary key (policy_id, visitor)
  )`)
  await run('create index policy_view_seen on policy_view (seen_at)')

  await run(`create table policy_consult (
    id bigint generated always as identity primary key,
    policy_id bigint not null references policy (id),
    user_id bigint not null,
    user_name text not null,
    company_id bigint,
    content text not null,
    state smallint not null default 0 check (state in (0, 1)),
    reply text,
    reply_user_id bigint,
    reply_user_name text,
    reply_at timestamptz,
    created_at timestamptz not null default now(),
    check ((state = 1) = (reply is not null))
  )`)
  // A repeated open question of the same person is one row (K-02).
  await run('create unique index policy_consult_once on policy_consult (user_id, policy_id, md5(content)) where state = 0')
  await run('create index policy_consult_mine on policy_consult (user_id, created_at desc, id desc)')
  await run('create index policy_consult_all on policy_consult (created_at desc, id desc)')
  await run('create index policy_consult_waiting on policy_consult (state, created_at desc, id desc)')
  await run('create index policy_consult_policy on policy_consult (policy_id, created_at desc)')
}
