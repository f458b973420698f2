import { sql, type Kysely } from 'kysely'

/** The export in which a company's facts are, so that its file is removed when the company withdraws its consent (ADR 0187). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table archive_export add column task_id uuid references task (id) on delete set null`.execute(db)
  await sql`create index archive_export_task on archive_export (task_id) where task_id is not null`.execute(db)
}
