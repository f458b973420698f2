import { sql, type Kysely } from 'kysely'

/** Records of the demo identity provider (sessions, codes, grants), stored so that a log-in survives several processes and a restart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table oidc_record (
    model text not null,
    id text not null,
    payload jsonb not null,
    uid text,
    grant_id text,
    consumed_at timestamptz,
    expires_at timestamptz,
    primary key (model, id)
  )`)
    .execute(db)
  await sql.raw('create index oidc_record_uid on oidc_record (uid)').execute(db)
  await sql.raw('create index oidc_record_grant on oidc_record (grant_id)').execute(db)
  await sql.raw('create index oidc_record_expires on oidc_record (expires_at)').execute(db)
}
