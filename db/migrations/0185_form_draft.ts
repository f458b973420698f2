import { sql, type Kysely } from 'kysely'

/** Unsent input of a form (ADR 0185): of an account, sealed, separately for each company for which the account acts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table form_draft (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user (id) on delete cascade,
    acting_company_id bigint references company (id) on delete cascade,
    form text not null,
    content_sealed text not null,
    saved_at timestamptz not null,
    unique nulls not distinct (user_id, acting_company_id, form)
  )`.execute(db)
  await sql`create index form_draft_saved on form_draft (saved_at)`.execute(db)
  await sql`create index form_draft_company on form_draft (acting_company_id) where acting_company_id is not null`.execute(db)
}
