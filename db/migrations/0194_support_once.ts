import { sql, type Kysely } from 'kysely'

// Blanks and invisible characters; nameKey of the allowances removes the same.
const UNSEEN = ' \t\n\r\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff'

/**
 * The same support exists once: by company, policy and year, or by company, year and name (the name in one width, without blanks and hidden
 * characters). A second one has a reason (`twin_reason`), and so have those that existed twice before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table allowance add column twin_reason text,
    add column name_key text generated always as
      (lower(translate(normalize(project_name, NFKC), '${UNSEEN}', ''))) stored`)
  const second = (keys: string, where: string) =>
    run(`update allowance set twin_reason = '升级前已登记' where id in (select id from (
      select id, row_number() over (partition by ${keys} order by id) as place from allowance
      where state <> 2 and not deleted and twin_reason is null and ${where}) as x where place > 1)`)
  await second('company_id, year, policy_id', 'policy_id is not null')
  await second('company_id, year, name_key', 'true')
  await run('drop index allowance_once')
  await run(`create unique index allowance_policy_once on allowance (company_id, year, policy_id)
    where state <> 2 and not deleted and twin_reason is null`)
  await run(`create unique index allowance_name_once on allowance (company_id, year, name_key)
    where state <> 2 and not deleted and twin_reason is null`)
}
