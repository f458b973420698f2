import { type Kysely, sql } from 'kysely'

/**
 * A message of a send keeps what its text is written from instead of the text (ADR 0964), and the indexes go that no query reads: on
 * sms_message nothing searches by number or time of creation, and the next messages are found by send and state.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table sms_send add column sign text',
    'alter table sms_message add column company_name text',
    'alter table sms_message alter column content_sealed drop not null',
    'drop index sms_message_phone',
    'drop index sms_message_created',
    'drop index sms_message_waits',
  ])
    await sql.raw(statement).execute(db)
}
