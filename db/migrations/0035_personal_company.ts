import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // spec §6: a person requests a binding to a company, which is examined. 0 waiting, 1 bound, 2 refused, 3 unbound.
  await run(`create table personal_company (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user (id) on delete cascade,
    company_id bigint not null references company (id) on delete cascade,
    position text not null,
    state smallint not null default 0 check (state between 0 and 3),
    opinion text,
    examine_user_id bigint references sys_user (id) on delete set null,
    examined_at timestamptz,
    ended_at timestamptz,
    created_at timestamptz not null default now()
  )`)
  // One waiting or valid binding of a person to a company; ended ones stay as history.
  await run('create unique index personal_company_once on personal_company (user_id, company_id) where state in (0, 1)')
  await run('create index personal_company_user on personal_company (user_id, id desc)')
  await run('create index personal_company_company on personal_company (company_id, id desc)')
  await run('create index personal_company_state on personal_company (state, id desc)')
  await run('create index personal_company_examiner on personal_company (examine_user_id)')

  // The company for which a person's session acts (changeToCompany). When the company is deleted, the session acts for the person again.
  await run('alter table session add column acting_company_id bigint references company (id) on delete set null')
  await run('create index session_acting on session (acting_company_id) where acting_company_id is not null')
}
