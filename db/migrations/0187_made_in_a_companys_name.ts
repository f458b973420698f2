import { sql, type Kysely } from 'kysely'

/**
 * What a user saved or shared for a company belongs to the company: it ends with the binding, and links end with the consent (ADR 0187).
 * Older rows get the company of the enterprise account that made them. A person bound to a company may have made rows for it or for
 * themselves; rows based on an archive that cannot be attributed are deleted, and so are links to archives whose consent is withdrawn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['imitate_match_log', 'calculation'] as const) {
    await sql`alter table ${sql.table(table)} add column company_id bigint references company (id) on delete cascade`.execute(db)
    await sql`update ${sql.table(table)} l set company_id = u.company_id from sys_user u where u.id = l.user_id and u.type = 'QY'`.execute(
      db,
    )
    await sql`create index ${sql.id(`${table}_company`)} on ${sql.table(table)} (company_id, id desc) where company_id is not null`.execute(
      db,
    )
  }
  await sql`delete from imitate_match_log where company_id is null and (use_archive or archive_shared)`.execute(db)
  await sql`delete from calculation where company_id is null and use_archive`.execute(db)
  await sql`delete from imitate_match_log l using company c where c.id = l.company_id and c.auth_status <> '02' and l.share_id is not null`.execute(
    db,
  )
}
