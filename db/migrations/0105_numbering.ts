import { sql, type Kysely } from 'kysely'

/** Numbers that restart each day, by prefix of a domain; those of declarations continue (ADR 0105). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('create table numbering (prefix text not null, day date not null, last integer not null, primary key (prefix, day))')
  await run("insert into numbering (prefix, day, last) select 'SB', day, last from declaration_number")
  await run('drop table declaration_number')
}
