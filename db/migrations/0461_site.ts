import { sql, type Kysely } from 'kysely'

/** Site content that administrators manage on screens: versions of 关于我们, platforms, figures entered by hand, adverts (ADR 0461). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table link add column version integer not null default 1')
  await run(`create table about_version (
    id bigint generated always as identity primary key,
    content text not null,
    contact_phone text not null,
    address text not null,
    opening_hours text not null,
    publish_at timestamptz not null,
    cancelled boolean not null default false,
    created_by bigint references sys_user (id) on delete set null,
    created_by_name text not null,
    created_at timestamptz not null default now()
  )`)
  await run('create index about_version_publish on about_version (publish_at desc, id desc) where not cancelled')
  await run('create index about_version_created_by on about_version (created_by)')
  await run(`create table platform (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    name text not null unique,
    url text not null,
    protocol text not null check (protocol in ('plain', 'signed')),
    hosts text[] not null,
    enabled boolean not null default true,
    remark text not null default '',
    updated_at timestamptz not null default now()
  )`)
  await run(`create table basic_data (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    block text not null check (block in ('home', 'qqxs', 'zlb')),
    code text not null,
    name text not null,
    value text not null,
    unit text not null default '',
    source text not null default '',
    as_of date,
    sort integer not null default 0,
    enabled boolean not null default true,
    updated_at timestamptz not null default now(),
    unique (block, code)
  )`)
  await run(`create table advert (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0 check (state between 0 and 2),
    title text not null,
    text text not null default '',
    url text not null,
    position text not null default 'home',
    sort integer not null default 0,
    from_date date,
    to_date date,
    deleted boolean not null default false,
    updated_at timestamptz not null default now()
  )`)
  await run('create index advert_position on advert (position, sort, id) where not deleted')
  // Links that were signed stay so: their hosts become platforms.
  await run(`insert into platform (name, url, protocol, hosts)
    select max(name), max(url), 'signed', array[split_part(split_part(url, '://', 2), '/', 1)]
    from link where signed and url like 'http%' group by split_part(split_part(url, '://', 2), '/', 1)`)
}
