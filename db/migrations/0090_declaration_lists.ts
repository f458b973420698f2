import { sql, type Kysely } from 'kysely'

/**
 * The list of a reviewer is read in the order of an index, oldest first, and its counts from an index alone (company_id: the planner keeps
 * it for a join that it removes).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index declaration_state`.execute(db)
  await sql`create index declaration_state on declaration (state, submit_time, id)`.execute(db)
  await sql`drop index declaration_project`.execute(db)
  await sql`create index declaration_project on declaration (project_id, state) include (id, company_id, entered_office, deleted_at)`.execute(
    db,
  )
}
