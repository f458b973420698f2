import { sql, type Kysely } from 'kysely'

/** A declaration has one allowance. If two were entered by hand, the approved one keeps it, else the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update allowance set declaration_id = null where id in (
    select id from (select id, row_number() over (partition by declaration_id order by (state = 2), id) as place
      from allowance where declaration_id is not null) as x where place > 1
  )`.execute(db)
  await sql`drop index allowance_declaration_id_fk`.execute(db)
  await sql`create unique index allowance_declaration on allowance (declaration_id)`.execute(db)
}
