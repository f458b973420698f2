import { sql, type Kysely } from 'kysely'

/** Up to which seal the audit chain was found unchanged, sealed with the key of the audit log (ADR 0998). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table audit_checked (
    one boolean primary key default true check (one),
    seal_no bigint not null,
    seal text not null,
    checked_at timestamptz not null,
    mac text not null
  )`,
    )
    .execute(db)
}
