import { sql, type Kysely } from 'kysely'

/** Versions of forms, signatures of several offices, delegation, opinions, deadlines, duplicates and the evidence vault. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // project.template is the newest version; submitted declarations keep the version with which they were filled in.
  await run(`create table project_form (
    project_id bigint not null references project (id) on delete cascade,
    version integer not null,
    template jsonb not null,
    created_at timestamptz not null default now(),
    created_by bigint,
    primary key (project_id, version)
  )`)
  await run(
    'insert into project_form (project_id, version, template, created_at, created_by) select id, 1, template, updated_at, updated_by from project',
  )
  await run('alter table project add column form_version integer not null default 1')
  await run('alter table declaration add column form_version integer not null default 1')
  await run(
    'alter table declaration add constraint declaration_form foreign key (project_id, form_version) references project_form (project_id, version)',
  )
  // Answers without a field in a newer form, and its new questions; shown until the declaration is submitted.
  await run('alter table declaration add column carried jsonb')
  await run('alter table declaration add column copied_from bigint references declaration (id)')

  // Entered by staff for the enterprise, at the service window.
  await run('alter table declaration add column entered_by bigint')
  await run('alter table declaration add column entered_office bigint references office (id)')
  await run('alter table declaration add column entrust text')
  await run('create index declaration_entered on declaration (entered_office) where entered_office is not null')

  // all: every listed office · ordered: each listed office in order · any: the first of them
  await run('alter table project_step drop constraint project_step_mode_check')
  await run(`alter table project_step add constraint project_step_mode_check check (mode in ('one', 'two', 'all', 'ordered', 'any'))`)
  await run('alter table project_step add column office_ids bigint[]')
  await run('alter table project_step add column workdays smallint check (workdays between 1 and 250)')
  await run('alter table project add column limit_workdays smallint check (limit_workdays between 1 and 250)')
  await run('alter table declaration_log add column office_id bigint')
  await run('alter table declaration_log add column behalf_of bigint')
  await run('alter table declaration_log add column behalf_name text')

  // due_at: promised end of the whole review, paused (days_left) while the enterprise corrects · step_due: of the present step
  await run('alter table declaration add column due_at timestamptz')
  await run('alter table declaration add column days_left smallint')
  await run('alter table declaration add column step_due timestamptz')
  await run('create index declaration_step_due on declaration (step_due) where step_due is not null and deleted_at is null')
  await run(`create table declaration_reminder (
    declaration_id bigint not null references declaration (id) on delete cascade,
    kind text not null,
    due_at timestamptz not null,
    sent_at timestamptz not null,
    primary key (declaration_id, kind, due_at)
  )`)

  await run(`create table declaration_delegation (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user (id),
    delegate_id bigint not null references sys_user (id),
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    reason text not null,
    revoked_at timestamptz,
    created_at timestamptz not null default now(),
    check (starts_at < ends_at),
    check (user_id <> delegate_id)
  )`)
  await run('create index declaration_delegation_delegate on declaration_delegation (delegate_id, ends_at) where revoked_at is null')
  await run('create index declaration_delegation_user on declaration_delegation (user_id, id)')

  await run(`create table declaration_opinion (
    id bigint generated always as identity primary key,
    declaration_id bigint not null references declaration (id) on delete cascade,
    round integer not null,
    asked_by bigint not null,
    asked_by_name text not null,
    office_id bigint references office (id),
    user_id bigint references sys_user (id),
    question text not null,
    with_score boolean not null,
    blocking boolean not null,
    due date not null,
    state text not null default 'open' check (state in ('open', 'answered', 'withdrawn')),
    verdict text check (verdict in ('yes', 'no', 'partly')),
    score smallint check (score between 0 and 100),
    answer text,
    answered_by bigint,
    answered_by_name text,
    answered_at timestamptz,
    created_at timestamptz not null default now(),
    check ((office_id is null) <> (user_id is null)),
    check (state <> 'answered' or (verdict is not null and answered_at is not null))
  )`)
  await run('create index declaration_opinion_declaration on declaration_opinion (declaration_id, id)')
  await run(`create index declaration_opinion_office on declaration_opinion (office_id, state) where office_id is not null`)
  await run(`create index declaration_opinion_user on declaration_opinion (user_id, state) where user_id is not null`)

  // Numbers that are unique in the world, as of the last submission.
  await run(`create table declaration_mark (
    declaration_id bigint not null references declaration (id) on delete cascade,
    kind text not null,
    value text not null,
    path text not null,
    label text not null,
    entered text not null,
    primary key (declaration_id, kind, value, path)
  )`)
  await run('create index declaration_mark_value on declaration_mark (kind, value)')

  await run(`create table company_evidence (
    id bigint generated always as identity primary key,
    company_id bigint not null references company (id),
    name text not null,
    kind text not null,
    number text,
    file_key text not null,
    file_name text not null,
    file_size bigint not null,
    issued_on date,
    expires_on date,
    note text,
    version integer not null default 1,
    created_by bigint,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    check (issued_on is null or expires_on is null or issued_on <= expires_on)
  )`)
  await run('create index company_evidence_company on company_evidence (company_id, updated_at desc) where deleted_at is null')
  await run('create index company_evidence_expiry on company_evidence (expires_on) where deleted_at is null and expires_on is not null')
  await run(`create table company_evidence_reminder (
    evidence_id bigint not null references company_evidence (id) on delete cascade,
    days integer not null,
    expires_on date not null,
    sent_at timestamptz not null,
    primary key (evidence_id, days, expires_on)
  )`)
}
