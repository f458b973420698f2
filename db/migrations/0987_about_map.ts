import { type Kysely, sql } from 'kysely'

/** A picture of the map on 关于我们 (domains/system.md A); empty: none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table about_version add column map_picture text not null default ''`.execute(db)
}
