import { sql, type Kysely } from 'kysely'

/** The policy of an activity, its invitations, and the verdicts of companies when enrolment closed (ADR 0764). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table train_activity add column policy_id bigint references policy (id), add column effect_at timestamptz')
  await run('create index train_activity_policy_id on train_activity (policy_id)')
  await run(
    'create index train_activity_to_freeze on train_activity (enrol_end) where policy_id is not null and effect_at is null and state = 2 and not deleted',
  )
  await run(`create table train_invite (
    activity_id bigint not null references train_activity (id),
    company_id bigint not null references company (id) on delete cascade,
    verdict text not null,
    at timestamptz not null,
    primary key (activity_id, company_id)
  )`)
  await run('create index train_invite_company on train_invite (company_id)')
  await run(`create table train_effect (
    activity_id bigint not null references train_activity (id),
    company_id bigint not null references company (id) on delete cascade,
    verdict text not null,
    at timestamptz not null,
    primary key (activity_id, company_id)
  )`)
  await run('create index train_effect_company on train_effect (company_id)')
}
