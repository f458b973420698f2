import { sql, type Kysely } from 'kysely'

/**
 * Two transactions at once gave one account an administrator role and another role, because neither saw the row of the other. Roles of one
 * account are now given in turn: the second one waits for the commit of the first, and sees its row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function administrators_hold_nothing_else() returns trigger language plpgsql as $$
    begin
      perform 1 from sys_user where id = new.user_id for no key update;
      if exists (select from user_role where user_id = new.user_id and exclusive_group is not null)
        and (select count(*) from user_role where user_id = new.user_id) > 1 then
        raise exception 'an administrator holds no other role' using errcode = '23514', constraint = 'administrators_hold_nothing_else';
      end if;
      return null;
    end $$`.execute(db)
}
