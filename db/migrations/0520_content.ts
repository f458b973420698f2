import { sql, type Kysely } from 'kysely'

/** 资讯 in columns, services for law and quality, finance products: public content besides policies (ADR 0510). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table news_column (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    parent_id bigint references news_column (id),
    code text unique,
    name text not null,
    summary text not null default '',
    sort integer not null default 0,
    top_flag boolean not null default false,
    fresh_days integer,
    owner_id bigint references sys_user (id) on delete set null,
    shown boolean not null default false,
    publish_time timestamptz,
    created_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create index news_column_parent on news_column (parent_id)')
  await run('create index news_column_owner on news_column (owner_id)')
  await run('create index news_column_created_by on news_column (created_by)')
  await run(`create table news (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    column_id bigint not null references news_column (id),
    title text not null,
    summary text not null default '',
    content text not null default '',
    source text not null default '',
    author text not null default '',
    cover text,
    cover_alt text not null default '',
    attachments jsonb not null default '[]',
    publish_at timestamptz,
    take_down_at timestamptz,
    publish_time timestamptz,
    shown boolean not null default false,
    top_flag boolean not null default false,
    sort bigint not null default 0,
    view_num integer not null default 0,
    answered jsonb not null default '[]',
    review_opinion text,
    submitted_by bigint references sys_user (id) on delete set null,
    reviewed_by bigint references sys_user (id) on delete set null,
    created_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    search tsvector not null,
    rank_words tsvector generated always as (ts_filter(search, '{a,b,c}')) stored,
    search_form smallint not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create index news_column_id on news (column_id)')
  await run('create index news_in_column on news (column_id, sort desc, id desc) where shown')
  await run('create index news_newest on news (top_flag desc, sort desc, id desc) where shown')
  await run('create index news_time on news (publish_time desc, id desc) where shown')
  await run('create index news_all on news (top_flag desc, sort desc, id desc) where not deleted')
  await run('create index news_search on news using gin (search) where shown')
  await run('create index news_rank_words on news using gin (rank_words) where shown')
  await run('create index news_search_form on news (search_form, id)')
  await run('create index news_opens on news (publish_at) where state = 1 and not shown')
  await run('create index news_closes on news (take_down_at) where state = 1')
  for (const column of ['submitted_by', 'reviewed_by', 'created_by']) await run(`create index news_${column} on news (${column})`)
  await run(`create table news_policy (
    news_id bigint not null references news (id) on delete cascade,
    policy_id bigint not null references policy (id) on delete cascade,
    policy_version integer not null,
    sort smallint not null default 0,
    primary key (news_id, policy_id)
  )`)
  await run('create index news_policy_policy on news_policy (policy_id)')
  await run('create table news_view (news_id bigint primary key references news (id) on delete cascade, view_num integer not null)')
  await run(`create table news_view_mark (
    news_id bigint not null references news (id) on delete cascade,
    visitor text not null,
    seen_at timestamptz not null,
    primary key (news_id, visitor)
  )`)
  await run(`create table service_item (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    kind text not null,
    category text not null,
    title text not null,
    summary text not null default '',
    provider text not null default '',
    for_whom text not null default '',
    cost text not null default '',
    process text not null default '',
    phone text not null default '',
    contact text not null default '',
    contact_phone text not null default '',
    consent boolean not null default false,
    consent_by bigint references sys_user (id) on delete set null,
    consent_at timestamptz,
    url text,
    attachments jsonb not null default '[]',
    sort integer not null default 0,
    publish_time timestamptz,
    created_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create index service_item_kind on service_item (kind, sort, id) where not deleted')
  await run('create index service_item_consent_by on service_item (consent_by)')
  await run('create index service_item_created_by on service_item (created_by)')
  await run(`create table finance_product (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    name text not null,
    bank text not null,
    product_type text not null,
    min_amount bigint not null,
    max_amount bigint not null,
    rate_min numeric(6,3) not null,
    rate_max numeric(6,3) not null,
    terms text[] not null,
    guarantees text[] not null,
    repays text[] not null,
    approve_days integer,
    target text not null default '',
    conditions_text text not null default '',
    materials text not null default '',
    features text not null default '',
    manager text not null default '',
    manager_phone text not null default '',
    consent boolean not null default false,
    consent_by bigint references sys_user (id) on delete set null,
    consent_at timestamptz,
    rule jsonb,
    sort integer not null default 0,
    publish_time timestamptz,
    created_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create index finance_product_shown on finance_product (state, sort, id) where not deleted')
  await run('create index finance_product_consent_by on finance_product (consent_by)')
  await run('create index finance_product_created_by on finance_product (created_by)')
}
