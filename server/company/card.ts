import type { Db } from '../kernel/db/index.ts'

/** The data of a company that other domains may show without its consent; null when it does not exist. */
export async function companyCardOf(
  db: Db,
  companyId: number,
): Promise<{ id: number; name: string; code: string; wholeInfo: boolean; completeness: number } | null> {
  const row = await db
    .selectFrom('company')
    .select(['id', 'name', 'credit_code', 'whole_info', 'completeness'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, code: row.credit_code, wholeInfo: row.whole_info, completeness: row.completeness } : null
}

/** The names of these companies. */
export async function companyNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
