import { sql, type Kysely } from 'kysely'

/** Calls of the hotline with events of the telephone system, agents, callbacks, the script (ADR 0500–0502). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table call_record (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0 check (state between 0 and 5),
    call_key text unique,
    direction text not null check (direction in ('in', 'out')),
    phone_sealed text not null,
    phone_index text not null,
    contact_sealed text,
    company_id bigint references company (id) on delete set null,
    agent_id bigint references sys_user (id) on delete set null,
    extension text,
    start_time timestamptz not null,
    answer_time timestamptz,
    end_time timestamptz,
    content text not null default '' check (char_length(content) <= 1000),
    type_id bigint references appeal_type (id) on delete set null,
    result text check (result in ('answered', 'appeal', 'office', 'callback', 'wrong')),
    report_flag boolean not null default false,
    appeal_id bigint references appeal (id) on delete set null,
    office_id bigint references office (id) on delete set null,
    search tsvector not null default '',
    registered_at timestamptz,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run('create index call_record_time on call_record (start_time desc, id desc) where not deleted')
  await run('create index call_record_agent on call_record (agent_id, start_time desc, id desc) where not deleted')
  await run('create index call_record_state on call_record (state, start_time desc, id desc) where not deleted')
  await run('create index call_record_phone on call_record (phone_index, id desc)')
  await run('create index call_record_company on call_record (company_id, id desc)')
  await run('create index call_record_type on call_record (type_id)')
  await run('create index call_record_appeal on call_record (appeal_id)')
  await run('create index call_record_office on call_record (office_id)')
  await run('create index call_record_words on call_record using gin (search) where not deleted')

  await run(`create table call_event (
    record_id bigint not null references call_record (id) on delete cascade,
    event text not null check (event in ('ringing', 'answered', 'ended', 'missed')),
    at timestamptz not null,
    received_at timestamptz not null default now(),
    primary key (record_id, event)
  )`)

  await run(`create table call_agent (
    user_id bigint primary key references sys_user (id) on delete cascade,
    state smallint not null default 0 check (state between 0 and 4),
    extension text unique,
    since timestamptz not null
  )`)

  await run(`create table call_callback (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0 check (state between 0 and 2),
    record_id bigint not null references call_record (id) on delete cascade,
    agreed boolean not null default false,
    phone_sealed text not null,
    phone_index text not null,
    company_id bigint references company (id) on delete set null,
    due_at timestamptz not null,
    taken_by bigint references sys_user (id) on delete set null,
    taken_at timestamptz,
    done_at timestamptz,
    done_record_id bigint references call_record (id) on delete set null,
    note text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  // A number waits for at most one callback, however often its calls were missed.
  await run('create unique index call_callback_once on call_callback (phone_index) where state in (0, 1)')
  await run('create index call_callback_open on call_callback (due_at, id) where state in (0, 1)')
  await run('create index call_callback_record on call_callback (record_id)')
  await run('create index call_callback_company on call_callback (company_id)')
  await run('create index call_callback_taken on call_callback (taken_by)')
  await run('create index call_callback_done_record on call_callback (done_record_id)')

  await run(`create table call_script (
    id bigint generated always as identity primary key,
    section text not null,
    ask text not null,
    say text not null,
    sort integer not null default 0
  )`)
}
