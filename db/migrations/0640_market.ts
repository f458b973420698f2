import { sql, type Kysely } from 'kysely'

/** Land, workshops and demands for them; contacts, visits, reports (ADR 0620–0624). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table market_item (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    kind text not null check (kind in ('landInfo', 'landDemand', 'workshopInfo', 'workshopDemand')),
    title text not null,
    street_ids text[] not null default '{}',
    address text not null default '',
    lng double precision,
    lat double precision,
    images text[] not null default '{}',
    description text not null default '',
    purpose text not null default '',
    facts jsonb not null default '{}',
    area numeric generated always as (coalesce((facts ->> 'landArea')::numeric, (facts ->> 'rentArea')::numeric, (facts ->> 'areaMin')::numeric)) stored,
    price numeric generated always as (coalesce((facts ->> 'price')::numeric, (facts ->> 'rentPrice')::numeric, (facts ->> 'rentMax')::numeric, (facts ->> 'priceMax')::numeric)) stored,
    contact text not null,
    phone text not null,
    phone_index text not null,
    origin text not null check (origin in ('gov', 'company', 'person')),
    company_id bigint references company (id) on delete set null,
    user_id bigint references sys_user (id) on delete set null,
    created_by bigint references sys_user (id) on delete set null,
    submitted_by bigint references sys_user (id) on delete set null,
    reviewed_by bigint references sys_user (id) on delete set null,
    review_opinion text,
    fresh_at timestamptz not null default now(),
    asked_at timestamptz,
    closing text,
    closing_price numeric,
    closed_at timestamptz,
    view_num integer not null default 0,
    contact_num integer not null default 0,
    publish_time timestamptz,
    search tsvector not null default '',
    rank_words tsvector generated always as (ts_filter(search, '{a,b,c}')) stored,
    search_form smallint not null default 0,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((lng is null) = (lat is null))
  )`)
  const shown = 'where state = 1 and not deleted'
  await run(`create index market_item_newest on market_item (kind, publish_time desc, id desc) ${shown}`)
  await run(`create index market_item_fresh on market_item (kind, fresh_at) ${shown}`)
  await run(`create index market_item_area on market_item (kind, area, id) ${shown}`)
  await run(`create index market_item_price on market_item (kind, price, id) ${shown}`)
  await run(`create index market_item_views on market_item (kind, view_num desc, id desc) ${shown}`)
  await run(`create index market_item_place on market_item using gist (point(lng * 0.87, lat)) ${shown} and lng is not null`)
  await run(`create index market_item_street on market_item using gin (street_ids) ${shown}`)
  await run(`create index market_item_search on market_item using gin (search) ${shown}`)
  await run(`create index market_item_rank on market_item using gin (rank_words) ${shown}`)
  await run('create index market_item_form on market_item (search_form, id) where not deleted')
  await run('create index market_item_all on market_item (kind, updated_at desc, id desc) where not deleted')
  await run('create index market_item_state on market_item (kind, state, updated_at) where not deleted')
  await run('create index market_item_changed on market_item (updated_at)')
  for (const column of ['company_id', 'user_id', 'created_by', 'submitted_by', 'reviewed_by'])
    await run(`create index market_item_${column} on market_item (${column})`)
  await run(`create table market_view (item_id bigint primary key references market_item (id), view_num integer not null)`)
  await run(`create table market_view_mark (item_id bigint not null references market_item (id), visitor text not null,
    seen_at timestamptz not null, primary key (item_id, visitor))`)
  await run(`create table market_proof (user_id bigint not null references sys_user (id) on delete cascade, phone_index text not null,
    proved_at timestamptz not null, primary key (user_id, phone_index))`)
  await run(`create table market_contact (
    id bigint generated always as identity primary key,
    item_id bigint not null references market_item (id),
    user_id bigint references sys_user (id) on delete set null,
    company_id bigint references company (id) on delete set null,
    name text not null,
    phone text not null,
    message text not null,
    answered_at timestamptz,
    mark text not null default '' check (mark in ('', 'agent', 'harass')),
    created_at timestamptz not null default now()
  )`)
  await run('create index market_contact_item on market_contact (item_id, id desc)')
  await run('create index market_contact_user on market_contact (user_id, id desc)')
  await run('create index market_contact_company on market_contact (company_id)')
  await run(`create unique index market_contact_once on market_contact (item_id, user_id)`)
  await run(`create table market_slot (
    id bigint generated always as identity primary key,
    item_id bigint not null references market_item (id),
    start_at timestamptz not null,
    created_by bigint references sys_user (id) on delete set null,
    created_at timestamptz not null default now(),
    unique (item_id, start_at)
  )`)
  await run('create index market_slot_created_by on market_slot (created_by)')
  await run(`create table market_visit (
    id bigint generated always as identity primary key,
    slot_id bigint not null references market_slot (id),
    item_id bigint not null references market_item (id),
    user_id bigint references sys_user (id) on delete set null,
    company_id bigint references company (id) on delete set null,
    name text not null,
    phone text not null,
    state smallint not null default 0,
    sequence integer not null default 0,
    outcome text not null default '',
    reminded boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create unique index market_visit_slot on market_visit (slot_id) where state <> 1')
  await run('create unique index market_visit_open on market_visit (item_id, user_id) where state = 0')
  await run('create index market_visit_user on market_visit (user_id, id desc)')
  await run('create index market_visit_item on market_visit (item_id, id desc)')
  await run('create index market_visit_company on market_visit (company_id)')
  await run(`create table market_report (
    id bigint generated always as identity primary key,
    item_id bigint not null references market_item (id),
    user_id bigint references sys_user (id) on delete set null,
    reason text not null,
    reply text,
    settled_by bigint references sys_user (id) on delete set null,
    settled_at timestamptz,
    created_at timestamptz not null default now()
  )`)
  await run('create unique index market_report_open on market_report (item_id, user_id) where reply is null')
  await run('create index market_report_user on market_report (user_id)')
  await run('create index market_report_settled_by on market_report (settled_by)')
  await run(`create table market_told (supply_id bigint not null references market_item (id), demand_id bigint not null references market_item (id),
    at timestamptz not null, primary key (supply_id, demand_id))`)
  await run('create index market_told_demand on market_told (demand_id)')
}
