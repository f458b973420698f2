import { sql, type Kysely } from 'kysely'

/** The staff side of policies: review and schedule, order, labels, documents, carousel, home values, issuing units, link checks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // 5 待上架: approved, waits for its date.
  await run('alter table policy drop constraint policy_state_check')
  await run('alter table policy add constraint policy_state_check check (state between 0 and 5)')
  await run(`alter table policy
    add column sort integer not null default 0,
    add column publish_at timestamptz,
    add column take_down_at timestamptz,
    add column submitted_by bigint,
    add column submitted_by_name text,
    add column submitted_at timestamptz,
    add column reviewed_by bigint,
    add column reviewed_by_name text,
    add column reviewed_at timestamptz`)
  await run('create index policy_waiting on policy (state, submitted_at, id) where state = 1 and not deleted')
  await run('create index policy_publish_at on policy (publish_at) where state = 5 and not deleted')
  await run('create index policy_take_down_at on policy (take_down_at) where state = 2 and not deleted and take_down_at is not null')
  const published = 'where state = 2 and not deleted'
  await run('drop index policy_by_publish')
  await run(`create index policy_by_publish on policy (top desc, sort desc, publish_time desc, id desc) ${published}`)
  await run('drop index policy_level')
  await run(`create index policy_level on policy (level, top desc, sort desc, publish_time desc, id desc) ${published}`)

  await run(`create table policy_label (
    id bigint generated always as identity primary key,
    parent_id bigint references policy_label (id),
    name text not null,
    enabled boolean not null default true,
    sort integer not null default 0,
    description text,
    tag_ids bigint[] not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create unique index policy_label_name on policy_label (coalesce(parent_id, 0), name)')
  await run(`create table policy_label_of (
    policy_id bigint not null references policy (id) on delete cascade,
    label_id bigint not null references policy_label (id),
    primary key (policy_id, label_id)
  )`)
  await run('create index policy_label_of_label on policy_label_of (label_id, policy_id)')

  await run(`create table policy_document (
    id bigint generated always as identity primary key,
    policy_id bigint references policy (id),
    file_key text not null,
    file_name text not null,
    policy_title text not null,
    doc_no text,
    publish_date date,
    state smallint not null default 0 check (state between 0 and 4),
    publish_time timestamptz,
    submitted_by bigint,
    review_opinion text,
    version integer not null default 1,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now()
  )`)
  await run('create index policy_document_list on policy_document (updated_at desc, id desc) where not deleted')
  await run('create index policy_document_name on policy_document using gin (file_name gin_trgm_ops) where not deleted')
  await run('create index policy_document_policy on policy_document (policy_id) where not deleted')

  await run(`create table carousel (
    id bigint generated always as identity primary key,
    title text not null,
    alt text not null,
    image_key text not null,
    url text,
    position text not null check (position in ('home', 'policy', 'tech')),
    sort integer not null,
    show_from date,
    show_to date,
    state smallint not null default 0 check (state between 0 and 2),
    publish_time timestamptz,
    version integer not null default 1,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (show_to >= show_from)
  )`)
  await run('create index carousel_shown on carousel (position, sort, id) where not deleted')

  await run(`create table policy_home_value (
    id bigint generated always as identity primary key,
    dict_type text not null,
    code text not null,
    label text not null,
    value text not null,
    sort integer not null default 0,
    enabled boolean not null default true,
    updated_at timestamptz not null default now(),
    unique (dict_type, code)
  )`)

  await run(`create table policy_unit_number (
    id bigint generated always as identity primary key,
    unit_name text not null,
    unit_contact text,
    unit_phone text,
    year integer not null,
    planned integer not null default 0,
    remark text,
    updated_at timestamptz not null default now(),
    unique (unit_name, year)
  )`)

  await run(`create table policy_link_check (
    policy_id bigint not null references policy (id) on delete cascade,
    target text not null,
    kind text not null check (kind in ('attachment', 'picture', 'link')),
    ok boolean not null,
    reason text,
    checked_at timestamptz not null,
    primary key (policy_id, target)
  )`)
  await run('create index policy_link_check_broken on policy_link_check (policy_id) where not ok')
}
