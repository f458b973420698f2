import { sql, type Kysely } from 'kysely'

/** Text messages to many recipients: templates, sends with their messages, and opt-outs (ADR 0460). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table sms_template (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0 check (state between 0 and 4),
    name text not null,
    purpose text not null check (purpose in ('notice', 'promotion')),
    content text not null,
    aliyun_code text not null default '',
    tencent_code text not null default '',
    replaces_id bigint references sms_template (id),
    replaced boolean not null default false,
    created_by bigint references sys_user (id) on delete set null,
    created_by_name text not null,
    reviewed_by bigint references sys_user (id) on delete set null,
    reviewed_by_name text,
    review_opinion text,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  // At most one waiting change per template.
  await run('create unique index sms_template_replaces on sms_template (replaces_id) where not deleted and state in (0, 1, 3)')
  await run('create index sms_template_replaces_all on sms_template (replaces_id)')
  await run('create index sms_template_state on sms_template (state, id desc) where not deleted')
  await run('create index sms_template_created_by on sms_template (created_by)')
  await run('create index sms_template_reviewed_by on sms_template (reviewed_by)')

  await run(`create table sms_send (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 7 check (state between 0 and 7),
    name text not null,
    template_id bigint not null references sms_template (id),
    purpose text not null check (purpose in ('notice', 'promotion')),
    content text not null,
    values jsonb not null default '{}',
    audience jsonb not null default '{}',
    persons_sealed text not null,
    plan_at timestamptz,
    dry_run jsonb,
    frozen_hash text,
    total_num integer not null default 0,
    success_num integer not null default 0,
    fail_num integer not null default 0,
    unknown_num integer not null default 0,
    skip_num integer not null default 0,
    created_by bigint references sys_user (id) on delete set null,
    created_by_name text not null,
    changed_by bigint references sys_user (id) on delete set null,
    reviewed_by bigint references sys_user (id) on delete set null,
    reviewed_by_name text,
    review_opinion text,
    begun_at timestamptz,
    ended_at timestamptz,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create index sms_send_template on sms_send (template_id)')
  await run('create index sms_send_state on sms_send (state, id desc) where not deleted')
  await run('create index sms_send_created on sms_send (created_at desc, id desc) where not deleted')
  await run('create index sms_send_created_by on sms_send (created_by)')
  await run('create index sms_send_changed_by on sms_send (changed_by)')
  await run('create index sms_send_reviewed_by on sms_send (reviewed_by)')

  await run(`create table sms_message (
    id bigint generated always as identity primary key,
    send_id bigint not null references sms_send (id) on delete cascade,
    company_id bigint references company (id) on delete set null,
    name_sealed text not null,
    phone_sealed text not null,
    phone_index text not null,
    content_sealed text not null,
    segments smallint not null,
    state smallint not null default 0 check (state between 0 and 5),
    reason text,
    serial text not null unique,
    provider text,
    provider_serial text,
    claimed_at timestamptz,
    submitted_at timestamptz,
    settled_at timestamptz,
    created_at timestamptz not null default now()
  )`)
  await run('create index sms_message_send on sms_message (send_id, state, id)')
  // The next messages for a worker, and those claimed by one that died.
  await run('create index sms_message_waits on sms_message (send_id, id) where state = 0 and claimed_at is null')
  await run('create index sms_message_claimed on sms_message (claimed_at) where state = 0 and claimed_at is not null')
  await run('create index sms_message_open on sms_message (submitted_at) where state in (1, 4)')
  await run('create index sms_message_company on sms_message (company_id, id desc)')
  await run('create index sms_message_phone on sms_message (phone_index, id desc)')
  await run('create index sms_message_provider on sms_message (provider_serial) where provider_serial is not null')
  await run('create index sms_message_created on sms_message (created_at)')
  // A number gets at most one message of a send.
  await run(`create unique index sms_message_once on sms_message (send_id, phone_index) where state <> 5`)

  await run(`create table sms_choice (
    id bigint generated always as identity primary key,
    phone_sealed text not null,
    phone_index text not null unique,
    notice boolean not null default true,
    promotion boolean not null default false,
    source text not null check (source in ('self', 'staff', 'reply')),
    updated_by bigint references sys_user (id) on delete set null,
    updated_at timestamptz not null default now()
  )`)
  await run('create index sms_choice_updated_by on sms_choice (updated_by)')
}
