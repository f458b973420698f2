import { sql, type Kysely } from 'kysely'

/**
 * Companies whose facts were exported: one row per export, so that a sheet of all companies costs one row and each company still finds it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table archive_export (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    user_id bigint references sys_user (id) on delete set null,
    office_id bigint references office (id) on delete set null,
    purpose text not null,
    company_ids bigint[] not null
  )`.execute(db)
  await sql`create index archive_export_user on archive_export (user_id)`.execute(db)
  await sql`create index archive_export_office on archive_export (office_id)`.execute(db)
  await sql`create index archive_export_companies on archive_export using gin (company_ids)`.execute(db)
}
