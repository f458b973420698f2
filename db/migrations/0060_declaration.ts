import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`create table project (
    id bigint generated always as identity primary key,
    policy_id bigint not null references policy (id),
    name text not null,
    apply_start timestamptz not null,
    apply_end timestamptz not null,
    examine_start timestamptz not null,
    examine_end timestamptz not null,
    examine_dep bigint not null references office (id),
    template jsonb not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    check (apply_start < apply_end),
    check (examine_start < examine_end),
    check (examine_start >= apply_start and examine_end >= apply_end)
  )`)
  await run('create index project_policy on project (policy_id, apply_start)')
  await run('create index project_dep on project (examine_dep)')
  await run('create index project_apply_end on project (apply_end)')

  await run(`create table project_step (
    project_id bigint not null references project (id) on delete cascade,
    seq smallint not null,
    step text not null check (step in ('accept', 'review', 'decide')),
    permission text not null check (permission in ('declaration:accept', 'declaration:review')),
    office_id bigint references office (id),
    mode text not null check (mode in ('one', 'two')),
    primary key (project_id, seq),
    unique (project_id, step)
  )`)
  await run('create index project_step_office on project_step (office_id)')

  // Phones inside form_data are sealed (P-03); amounts are 分.
  await run(`create table declaration (
    id bigint generated always as identity primary key,
    declare_no text unique,
    project_id bigint not null references project (id),
    company_id bigint not null references company (id),
    state text not null default 'draft'
      check (state in ('draft', 'accepting', 'reviewing', 'deciding', 'approved', 'returned', 'refused', 'withdrawn')),
    version integer not null default 1,
    round integer not null default 0,
    form_data jsonb not null default '{}',
    files jsonb not null default '{}',
    amount bigint check (amount >= 0),
    approved_amount bigint check (approved_amount >= 0),
    risk_type text check (risk_type in ('00', '01', '02')),
    unlocked text[],
    correction_due timestamptz,
    submit_time timestamptz,
    submit_version integer,
    submitter_id bigint,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    check (state = 'draft' or declare_no is not null),
    check (state <> 'returned' or (unlocked is not null and correction_due is not null))
  )`)
  // One declaration per company and project, except refused ones.
  await run(`create unique index declaration_once on declaration (company_id, project_id) where deleted_at is null and state <> 'refused'`)
  await run('create index declaration_company on declaration (company_id, updated_at desc)')
  await run('create index declaration_project on declaration (project_id, state)')
  await run('create index declaration_state on declaration (state, submit_time)')

  await run(`create table declaration_round (
    declaration_id bigint not null references declaration (id) on delete cascade,
    round integer not null,
    form_data jsonb not null,
    files jsonb not null,
    submitted_at timestamptz not null,
    submitted_by bigint not null,
    primary key (declaration_id, round)
  )`)

  await run(`create table declaration_correction (
    declaration_id bigint not null references declaration (id) on delete cascade,
    round integer not null,
    path text not null,
    label text not null,
    message text not null,
    primary key (declaration_id, round, path)
  )`)

  await run(`create table declaration_log (
    id bigint generated always as identity primary key,
    declaration_id bigint not null references declaration (id) on delete cascade,
    at timestamptz not null,
    side text not null check (side in ('enterprise', 'staff')),
    actor_id bigint not null,
    actor_name text not null,
    office_name text,
    move text not null,
    from_state text not null,
    to_state text not null,
    opinion text,
    round integer not null,
    amount bigint
  )`)
  await run('create index declaration_log_declaration on declaration_log (declaration_id, id)')
  await run(
    `create index declaration_log_passes on declaration_log (declaration_id, round, from_state, actor_id) where move in ('pass', 'countersign')`,
  )

  await run('create table declaration_number (day date primary key, last integer not null)')
}
