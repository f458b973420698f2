import { sql, type Kysely } from 'kysely'

/**
 * Appeals answered together, similarity by words, extensions, second level; rules for offices in charge, answer templates (ADR 0440–0442).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table appeal
    add column merged_into bigint references appeal (id) on delete set null,
    add column search tsvector not null default '',
    add column search_form smallint not null default 0,
    add column passed_by bigint,
    add column level smallint not null default 1 check (level in (1, 2)),
    add column extended_days integer not null default 0 check (extended_days between 0 and 15),
    add column extend_days integer check (extend_days between 1 and 15),
    add column extend_reason text,
    add column entered_by bigint,
    add column entered_office bigint references office (id) on delete set null,
    add column entrust text,
    add column from_kind text,
    add column from_id bigint,
    add column size text,
    add column trace jsonb,
    add column no_policy boolean not null default false,
    add column gap_policy_id bigint references policy (id) on delete set null,
    add column gap_told_at timestamptz`)
  await run('create index appeal_merged on appeal (merged_into) where merged_into is not null')
  await run('create index appeal_words on appeal using gin (search) where not deleted and state > 0')
  await run('create index appeal_search_form on appeal (search_form, id) where state > 0')
  await run('create index appeal_second_level on appeal (id desc) where level = 2 and not deleted')
  await run('create index appeal_entered_office on appeal (entered_office)')
  await run('create index appeal_no_policy on appeal (type_id) where no_policy and not deleted')
  await run('create index appeal_gap_policy on appeal (gap_policy_id) where gap_policy_id is not null')
  await run('create index appeal_ruled on appeal (type_id, street, submitted_at desc) where ruled_office_id is not null')

  // A missing condition matches everything; the most specific row is proposed.
  await run(`create table appeal_route (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    type_id bigint references appeal_type (id) on delete cascade,
    sender text check (sender in ('company', 'person')),
    street text,
    industry text,
    size text,
    office_id bigint not null references office (id) on delete cascade,
    note text not null default '',
    updated_at timestamptz not null default now(),
    unique nulls not distinct (type_id, sender, street, industry, size)
  )`)
  await run('create index appeal_route_office on appeal_route (office_id)')

  await run(`create table appeal_template (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    type_id bigint references appeal_type (id) on delete cascade,
    title text not null,
    content text not null,
    sort integer not null default 0,
    updated_at timestamptz not null default now()
  )`)
  await run('create index appeal_template_type on appeal_template (type_id, sort, id)')

  // Who has an appeal open now: a hint for colleagues that locks nothing.
  await run(`create table appeal_viewer (
    appeal_id bigint not null references appeal (id) on delete cascade,
    user_id bigint not null references sys_user (id) on delete cascade,
    user_name text not null,
    seen_at timestamptz not null,
    primary key (appeal_id, user_id)
  )`)
  await run('create index appeal_viewer_user on appeal_viewer (user_id)')
}
