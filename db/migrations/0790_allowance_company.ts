import { sql, type Kysely } from 'kysely'

/** Allowances are never deleted with the archive of their company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table allowance drop constraint allowance_company_id_fkey,
    add constraint allowance_company_id_fkey foreign key (company_id) references company (id)`.execute(db)
}
