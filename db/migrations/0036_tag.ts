import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // type 2 = enterprise tag (spec §7, K044). A smart tag has a rule; company_count is stored so that lists need not count members.
  await run(`create table tag (
    id bigint generated always as identity primary key,
    type smallint not null default 2,
    name text not null unique,
    parent_id bigint references tag (id),
    colour text not null default 'blue' check (colour in ('blue', 'green', 'amber', 'red', 'grey')),
    description text not null default '',
    sort integer not null default 0,
    enabled boolean not null default true,
    visible boolean not null default true,
    smart boolean not null default false,
    rules jsonb,
    version integer not null default 1,
    company_count integer not null default 0,
    refreshed_at timestamptz,
    refresh_task uuid,
    created_by bigint,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (smart = (rules is not null)),
    check (parent_id <> id)
  )`)
  await run('create index tag_parent on tag (parent_id)')

  await run(`create table tag_company (
    tag_id bigint not null references tag (id) on delete cascade,
    company_id bigint not null references company (id) on delete cascade,
    source text not null check (source in ('manual', 'import', 'smart')),
    created_at timestamptz not null default now(),
    created_by bigint,
    primary key (tag_id, company_id)
  )`)
  await run('create index tag_company_company on tag_company (company_id, tag_id)')

  // Every addition and removal, to explain since when and why a company has a tag.
  await run(`create table tag_change (
    id bigint generated always as identity primary key,
    tag_id bigint not null references tag (id) on delete cascade,
    company_id bigint not null references company (id) on delete cascade,
    joined boolean not null,
    source text not null,
    reason text not null default '',
    at timestamptz not null default now(),
    by_user bigint
  )`)
  await run('create index tag_change_tag on tag_change (tag_id, id desc)')
  await run('create index tag_change_company on tag_change (company_id, tag_id, id desc)')
}
