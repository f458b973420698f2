import { sql, type Kysely } from 'kysely'

/** Plans, activities and enrolments of training (ADR 0600, 0601). A status is not stored: it follows from these facts and the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table train_plan (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    plan_no text not null unique,
    title text not null,
    year integer not null,
    office_id bigint references office (id),
    start_at timestamptz not null,
    end_at timestamptz not null,
    target text not null default '',
    budget bigint,
    shelf_flag boolean not null default false,
    delayed_from timestamptz,
    delay_reason text,
    created_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (end_at > start_at)
  )`)
  await run('create index train_plan_start on train_plan (start_at desc, id desc) where not deleted')
  await run('create index train_plan_office on train_plan (office_id)')
  await run('create index train_plan_created_by on train_plan (created_by)')
  await run(`create table train_activity (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    plan_id bigint references train_plan (id),
    title text not null,
    type text not null,
    summary text not null default '',
    content text not null default '',
    cover text,
    cover_alt text not null default '',
    enrol_start timestamptz not null,
    enrol_end timestamptz not null,
    start_at timestamptz not null,
    end_at timestamptz not null,
    delayed_from timestamptz,
    reason text,
    place text not null default '',
    online boolean not null default false,
    live_url text,
    max_num integer not null check (max_num > 0),
    wait_list boolean not null default true,
    per_company integer not null default 3,
    units jsonb not null default '[]',
    enrol_num integer not null default 0 check (enrol_num >= 0 and enrol_num <= max_num),
    wait_num integer not null default 0 check (wait_num >= 0),
    attend_num integer not null default 0 check (attend_num >= 0),
    evaluate_num integer not null default 0 check (evaluate_num >= 0),
    score_sum integer not null default 0,
    published_at timestamptz,
    review_opinion text,
    company_id bigint references company (id) on delete set null,
    created_by bigint references sys_user (id) on delete set null,
    submitted_by bigint references sys_user (id) on delete set null,
    reviewed_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (end_at > start_at and enrol_end > enrol_start and enrol_end <= end_at)
  )`)
  await run('create index train_activity_public on train_activity (start_at, id) where published_at is not null and not deleted')
  await run('create index train_activity_all on train_activity (id desc) where not deleted')
  for (const column of ['plan_id', 'company_id', 'created_by', 'submitted_by', 'reviewed_by'])
    await run(`create index train_activity_${column} on train_activity (${column})`)
  await run(`create table train_enrol (
    id bigint generated always as identity primary key,
    activity_id bigint not null references train_activity (id),
    user_id bigint references sys_user (id) on delete set null,
    company_id bigint references company (id) on delete set null,
    contact text not null,
    phone text not null,
    phone_index text not null,
    state smallint not null default 0,
    wait_no integer,
    checked_at timestamptz,
    checked_by bigint references sys_user (id) on delete set null,
    score smallint check (score between 1 and 5),
    evaluate_content text,
    evaluated_at timestamptz,
    created_at timestamptz not null default now()
  )`)
  await run('create unique index train_enrol_once on train_enrol (activity_id, phone_index) where state <> 2')
  await run('create index train_enrol_waiting on train_enrol (activity_id, wait_no) where state <> 2 and wait_no is not null')
  await run('create index train_enrol_activity on train_enrol (activity_id, id)')
  await run('create index train_enrol_user on train_enrol (user_id, id desc)')
  await run('create index train_enrol_company on train_enrol (company_id, id desc)')
  await run('create index train_enrol_checked_by on train_enrol (checked_by)')
}
