import { sql, type Kysely } from 'kysely'

/** Support that was given never goes with the archive of its company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table allowance drop constraint allowance_company_id_fkey,
    add constraint allowance_company_id_fkey foreign key (company_id) references company (id)`.execute(db)
}
