import { sql, type Kysely } from 'kysely'

/** Months of the audit log that were exported and taken out of the database; only their rows may be deleted (ADR 0906). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table audit_released (
    month text primary key check (month ~ '^[0-9]{4}-[0-9]{2}$'),
    first_no bigint not null unique,
    last_no bigint not null unique,
    seal text not null,
    released_at timestamptz not null,
    mac text not null,
    check (first_no <= last_no)
  )`)
  await run(`create or replace function audit_log_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.seal_no <= (select max(last_no) from audit_released) then
        return old;
      end if;
      if tg_op <> 'UPDATE' then
        raise exception 'audit_log is append-only (%)', tg_op using errcode = 'insufficient_privilege';
      end if;
      if old.seal is not null
         or to_jsonb(new) - '{seal_no,prev_seal,seal}'::text[] is distinct from to_jsonb(old) - '{seal_no,prev_seal,seal}'::text[] then
        raise exception 'audit_log is append-only (UPDATE)' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$`)
  await run(`create function audit_released_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_released is append-only (%)', tg_op using errcode = 'insufficient_privilege';
    end $$`)
  await run(`create trigger audit_released_row before update or delete on audit_released
    for each row execute function audit_released_append_only()`)
  await run(`create trigger audit_released_whole before truncate on audit_released
    for each statement execute function audit_released_append_only()`)
}
