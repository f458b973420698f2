import { type Kysely, sql } from 'kysely'

/** Changes by administrators have versions; the three administrators have no other role (C-06). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table office add column version integer not null default 1',
    'alter table menu add column version integer not null default 1',
    "alter table role add column version integer not null default 1, add column description text not null default ''",
    'alter table sys_user add column version integer not null default 1',
    'create unique index role_name on role (name)',
    // An office with payments or lists is disabled instead of deleted.
    ...['allowance', 'direct_list'].map(
      (table) => `alter table ${table} drop constraint ${table}_office_id_fkey,
        add constraint ${table}_office_id_fkey foreign key (office_id) references office (id)`,
    ),
    `create function administrators_hold_nothing_else() returns trigger language plpgsql as $$
      begin
        if exists (select from user_role where user_id = new.user_id and exclusive_group is not null)
          and (select count(*) from user_role where user_id = new.user_id) > 1 then
          raise exception 'an administrator holds no other role' using errcode = '23514', constraint = 'administrators_hold_nothing_else';
        end if;
        return null;
      end $$`,
    `create trigger administrators_hold_nothing_else after insert or update on user_role
      for each row execute function administrators_hold_nothing_else()`,
  ])
    await sql.raw(statement).execute(db)
}
