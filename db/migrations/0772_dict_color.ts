import { sql, type Kysely } from 'kysely'

/** Colour of a dictionary value, by the name of a colour of the kit; empty: none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("alter table dict_value add column color text not null default '' check (color in ('', 'blue', 'green', 'orange', 'red', 'grey'))")
    .execute(db)
}
