import { type Kysely, sql } from 'kysely'

/** Dictionaries are managed on a screen: rows have a number and a version; built-in ones keep their code and cannot be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table dict_type
      add column id bigint generated always as identity unique,
      add column remark text not null default '',
      add column built_in boolean not null default false,
      add column version integer not null default 1`,
    `alter table dict_value
      add column id bigint generated always as identity unique,
      add column remark text not null default '',
      add column built_in boolean not null default false,
      add column version integer not null default 1`,
    // Nobody could add one so far, so all existing ones are built-in.
    'update dict_type set built_in = true',
    'update dict_value set built_in = true',
    'create index dict_value_level on dict_value (dict_type, parent, sort, id)',
  ])
    await sql.raw(statement).execute(db)
}
