import { type Kysely, sql } from 'kysely'

/**
 * Recipients of a send that came from a sheet, a row each (ADR 0996): up to a hundred thousand, too many for the one sealed text in which the
 * typed numbers stand.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sms_person (
    id bigint generated always as identity primary key,
    send_id bigint not null references sms_send (id) on delete cascade,
    phone_sealed text not null,
    phone_index text not null,
    name_sealed text not null
  )`.execute(db)
  await sql`create unique index sms_person_once on sms_person (send_id, phone_index)`.execute(db)
}
