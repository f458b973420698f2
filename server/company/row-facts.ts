import { STAFF_SOURCE } from '../../contract/company.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { isPersonalField } from './expansion/fields.ts'
import { tableById } from './expansion/tables.ts'
import { writeFactsOfMany } from './write-facts.ts'

/** Key under which the facts of a company contain its rows of an expansion table. */
export const rowsKey = (tableId: number): string => `table${tableId}`

/**
 * Copies the rows of these companies (at most 500) in one table into their facts, for rules over rows. Personal values and files are not
 * copied.
 */
export async function rememberRows(k: Kernel, db: Db, tableId: number, companyIds: readonly number[], by: number | null): Promise<void> {
  if (companyIds.length === 0) return
  const table = await tableById(db, tableId)
  const rows = await db
    .selectFrom('expansion_row')
    .select(['company_id', 'values'])
    .where('table_id', '=', tableId)
    .where('company_id', 'in', [...companyIds])
    .orderBy('id')
    .execute()
  const shown = table.fields.filter((f) => !isPersonalField(f) && f.fieldType !== 'file').map((f) => f.fieldKey)
  const source = table.filledBy === 'company' ? '企业填报' : STAFF_SOURCE
  const asOf = today(k.clock)
  const batch = [...new Set(companyIds)].map((companyId) => {
    const own = rows.filter((row) => row.company_id === companyId)
    const list = own.map(({ values }) => Object.fromEntries(shown.flatMap((key) => (values[key] == null ? [] : [[key, values[key]]]))))
    return { companyId, writes: [{ key: rowsKey(tableId), value: list.length ? list : null, source, asOf } as const] }
  })
  await writeFactsOfMany(k, db, batch, by)
}
