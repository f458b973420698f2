import { sql, type Kysely } from 'kysely'

/** The certificate that replaced another; renamed, because columns that end in _by name users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table train_certificate rename column replaced_by to next_id`.execute(db)
  await sql`alter index train_certificate_replaced_by rename to train_certificate_next_id`.execute(db)
}
