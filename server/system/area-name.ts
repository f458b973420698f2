import { domainTypes } from '../../contract/domain-tree.ts'
import type { Db } from '../kernel/db/index.ts'

/** Name of an area in the region dictionary; the code may lack the trailing zeros. Undefined when the area is unknown. */
export async function areaName(db: Db, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('dict_value')
    .select('label')
    .where('dict_type', '=', domainTypes.region)
    .where('value', 'in', [code, code.padEnd(6, '0')])
    .executeTakeFirst()
  return row?.label
}

/** The streets of the platform's county, or all areas when no county is configured. */
export async function streetsOf(db: Db, county: string | undefined): Promise<{ value: string; label: string }[]> {
  return db
    .selectFrom('dict_value')
    .select(['value', 'label'])
    .where('dict_type', '=', domainTypes.region)
    .where('enabled', '=', true)
    .$if(county !== undefined, (q) => q.where('parent', '=', county!))
    .orderBy('sort')
    .execute()
}
