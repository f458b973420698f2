import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

/** Until the returned function is called, new tasks stay queued: otherwise one may be done before a test can stop it. */
export async function holdTasks(db: Db): Promise<() => Promise<unknown>> {
  await sql`create function hold_task() returns trigger language plpgsql as $$ begin
    new.run_after := new.run_after + interval '1 day'; return new; end $$`.execute(db)
  await sql`create trigger hold_task before insert on outbox for each row when (new.kind = 'task') execute function hold_task()`.execute(db)
  return () => sql`drop function hold_task cascade`.execute(db)
}
