import { sql, type Kysely } from 'kysely'

/** No-application subsidies: lists made from a published policy, rows with frozen evidence, objections (ADR 0044). Amounts in 分. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table direct_list (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    policy_id bigint not null references policy (id),
    title text not null,
    year integer not null,
    as_of date not null,
    days integer not null check (days between 1 and 30),
    budget bigint check (budget > 0),
    office_id bigint references office (id) on delete set null,
    note text,
    state text not null default 'draft',
    task_id uuid,
    rule jsonb,
    rule_version integer,
    rule_hash text,
    figures jsonb,
    kept_exclusions jsonb not null default '[]',
    over_reason text,
    opinion text,
    created_by bigint not null,
    created_by_name text not null,
    submitted_at timestamptz,
    confirmed_by bigint,
    confirmed_by_name text,
    confirmed_at timestamptz,
    public_from date,
    public_to date,
    open_objections integer not null default 0 check (open_objections >= 0),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run(`create unique index direct_list_once on direct_list (policy_id, year, title) where state <> 'cancelled'`)
  await run('create index direct_list_state on direct_list (state, id desc)')
  await run('create index direct_list_office on direct_list (office_id)')
  await run(`create index direct_list_public on direct_list (public_to) where state = 'announced'`)

  await run(`create table direct_row (
    id bigint generated always as identity primary key,
    list_id bigint not null references direct_list (id) on delete cascade,
    company_id bigint not null references company (id),
    company_name text not null,
    credit_code text not null,
    amount bigint not null check (amount > 0),
    evidence jsonb not null,
    evidence_hash text not null,
    origin text not null,
    state text not null default 'listed',
    reason text,
    bank_name text,
    account_no text,
    contact_name text,
    contact_phone text,
    answered_by bigint,
    answered_at timestamptz,
    allowance_id bigint references allowance (id) on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (list_id, company_id)
  )`)
  await run('create index direct_row_state on direct_row (list_id, state, id)')
  await run('create index direct_row_company on direct_row (company_id, id desc)')
  await run('create unique index direct_row_allowance on direct_row (allowance_id)')

  await run(`create table direct_objection (
    id bigint generated always as identity primary key,
    list_id bigint not null references direct_list (id) on delete cascade,
    row_id bigint references direct_row (id) on delete cascade,
    company_id bigint not null references company (id),
    user_id bigint not null,
    content text not null,
    verdict text,
    state smallint not null default 0,
    reply text,
    resolved_by_name text,
    created_at timestamptz not null default now(),
    resolved_at timestamptz
  )`)
  // One open objection at a time; a further one may follow an answered one.
  await run('create unique index direct_objection_open on direct_objection (list_id, company_id, coalesce(row_id, 0)) where state = 0')
  await run('create index direct_objection_list on direct_objection (list_id, id)')
  await run('create index direct_objection_row on direct_objection (row_id)')
  await run('create index direct_objection_company on direct_objection (company_id, id desc)')

  await run(`create table direct_log (
    id bigint generated always as identity primary key,
    list_id bigint not null references direct_list (id) on delete cascade,
    move text not null,
    state text not null,
    actor_name text not null,
    note text,
    at timestamptz not null default now()
  )`)
  await run('create index direct_log_of on direct_log (list_id, id)')

  // Nobody can change the evidence of a row, and rows of an announced list cannot be deleted.
  await run(`create function direct_row_frozen() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if exists (select 1 from direct_list l where l.id = old.list_id and l.state not in ('draft', 'frozen')) then
          raise exception 'a row of an announced list stays';
        end if;
        return old;
      end if;
      if (new.list_id, new.company_id, new.company_name, new.credit_code, new.amount, new.evidence, new.evidence_hash, new.origin)
        is distinct from
        (old.list_id, old.company_id, old.company_name, old.credit_code, old.amount, old.evidence, old.evidence_hash, old.origin) then
        raise exception 'the evidence of a row is frozen';
      end if;
      return new;
    end $$`)
  await run('create trigger direct_row_frozen before update or delete on direct_row for each row execute function direct_row_frozen()')
  await run(`create function direct_list_frozen() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.state not in ('draft', 'frozen') then raise exception 'an announced list stays'; end if;
        return old;
      end if;
      if old.state <> 'draft' and new.state <> 'draft'
        and (new.policy_id, new.as_of, new.rule, new.rule_version, new.rule_hash) is distinct from
          (old.policy_id, old.as_of, old.rule, old.rule_version, old.rule_hash) then
        raise exception 'the rule of a list is frozen';
      end if;
      return new;
    end $$`)
  await run('create trigger direct_list_frozen before update or delete on direct_list for each row execute function direct_list_frozen()')
}
