import { sql, type Kysely } from 'kysely'

/** Certificates of training (ADR 0760). An enrolment has at most one valid certificate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table train_certificate (
    id bigint generated always as identity primary key,
    activity_id bigint not null references train_activity (id),
    enrol_id bigint not null references train_enrol (id),
    user_id bigint references sys_user (id) on delete set null,
    company_id bigint references company (id) on delete set null,
    number text not null unique,
    code text not null unique,
    contact text not null,
    company_name text,
    title text not null,
    type text not null,
    host text not null,
    start_at timestamptz not null,
    end_at timestamptz not null,
    place text not null,
    half_hours smallint not null check (half_hours > 0),
    issued_at timestamptz not null,
    issued_by bigint references sys_user (id) on delete set null,
    revoked_at timestamptz,
    revoked_by bigint references sys_user (id) on delete set null,
    revoke_reason text,
    replaced_by bigint references train_certificate (id),
    check ((revoked_at is null) = (revoke_reason is null))
  )`)
  await run('create unique index train_certificate_once on train_certificate (enrol_id) where revoked_at is null')
  for (const column of ['activity_id', 'enrol_id', 'user_id', 'company_id', 'issued_by', 'revoked_by', 'replaced_by'])
    await run(`create index train_certificate_${column} on train_certificate (${column})`)
}
