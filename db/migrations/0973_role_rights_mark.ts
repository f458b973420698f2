import { sql, type Kysely } from 'kysely'

const CHANGES = [
  ['insert', 'referencing new table as added'],
  ['update', 'referencing old table as removed new table as added'],
  ['delete', 'referencing old table as removed'],
  ['truncate', ''],
] as const

/**
 * A mark on each role that is replaced whenever its permissions or row rules change, by whatever statement: processes keep what a role opens
 * under this mark (ADR 0973). It is random and not counted, so that it means the same rights also after an older copy was restored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table role add column rights_mark uuid not null default gen_random_uuid()')
  await run(`create function role_rights_changed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' and tg_op <> 'TRUNCATE' then
        update role set rights_mark = gen_random_uuid() where id in (select role_id from added);
      end if;
      if tg_op = 'UPDATE' or tg_op = 'DELETE' then
        update role set rights_mark = gen_random_uuid() where id in (select role_id from removed);
      end if;
      if tg_op = 'TRUNCATE' then
        update role set rights_mark = gen_random_uuid();
      end if;
      return null;
    end $$`)
  for (const table of ['role_permission', 'row_rule'])
    for (const [event, rows] of CHANGES)
      await run(
        `create trigger ${table}_${event}_marks_role after ${event} on ${table} ${rows} for each statement execute function role_rights_changed()`,
      )
}
