import { businessTypeOptions, expansion as endpoints, fieldTypeOptions } from '../../../contract/company/expansion.ts'
import type { Actor } from '../../kernel/actor.ts'
import { sql } from 'kysely'
import { usesDictionary } from '../../kernel/offers/dictionary-uses.ts'
import { fileOwner } from '../../kernel/files/access.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isCurrentSeal, sealPii, openPii } from '../../kernel/access/pii.ts'
import { sealsAnew } from '../../kernel/access/pii-rotation.ts'
import { judgeBusinessType, updateBusinessType } from './business-type.ts'
import { rowsVisibleTo } from './access.ts'
import { enableField, enableTable, saveField, saveTable } from './define.ts'
import { listTables } from './list-tables.ts'
import { saveOrder } from './order.ts'
import { archiveTables, companyRowsOf, lookAtData, ROW_FILES } from './expansion-data.ts'
import { removeRow, saveFieldValue, saveRow } from './save-row.ts'
import { revealValue } from './reveal.ts'
import { exportData, importData, expansionTemplate, offerExpansionSheets } from './sheets.ts'
import { fieldById, loadTables, tableById } from './tables.ts'

export { archiveTables }
export { manages } from './access.ts'
export { saveTable } from './define.ts'
export { rowKeyOf, sealValues } from './fields.ts'
export { tableById } from './tables.ts'

/** The tables for an enterprise are those of its own kind of business, for staff those they ask for. */
async function enabledTables(k: Kernel, actor: Actor, asked: string | undefined) {
  if (actor.type !== 'QY') return loadTables(k.db, { enabled: true, ...(asked ? { businessType: asked } : {}) })
  const own = actor.companyId
    ? await k.db.selectFrom('company').select('business_type').where('id', '=', actor.companyId).executeTakeFirst()
    : undefined
  return loadTables(k.db, { enabled: true, businessType: own?.business_type ?? null })
}

export function joinExpansion(k: Kernel): void {
  offerExpansionSheets(k)
  fileOwner(k, ROW_FILES, async (actor, rowId) => {
    const row = await k.db
      .selectFrom('expansion_row as r')
      .innerJoin('company as c', 'c.id', 'r.company_id')
      .select('r.id')
      .where('r.id', '=', Number(rowId))
      .where(rowsVisibleTo(actor))
      .executeTakeFirst()
    return row !== undefined
  })
  sealsAnew(k, () => resealRows(k))
  usesDictionary(k, {
    title: '企业拓展表的字段',
    columns: ['expansion_field.dict_type'],
    definitions: (type) => sql`select field_key as value from expansion_field where dict_type = ${type}`,
  })
  usesDictionary(k, {
    title: '企业拓展表的数据',
    columns: ['expansion_row.values'],
    // A field with several choices stores a list.
    values: (type) => sql`select v.value from expansion_field f join expansion_row r using (table_id)
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(r.values -> f.field_key)
        when 'array' then r.values -> f.field_key when 'string' then jsonb_build_array(r.values -> f.field_key) else '[]' end) v
      where f.dict_type = ${type}`,
  })
  implement(k, 'company', endpoints, {
    list: ({ query }) => listTables(k.db, query),
    findById: ({ query }) => tableById(k.db, query.id),
    enabled: ({ actor, query }) => enabledTables(k, actor, query.businessType),
    save: ({ call, body }) => saveTable(k, call, body),
    enable: ({ call, body }) => enableTable(k, call, body.id, body.enableFlag === 1),
    order: ({ call, body }) => saveOrder(k, call, body),
    businessTypes: () => businessTypeOptions,
    select: async ({ query }) =>
      (await loadTables(k.db, { ...(query.tableId === undefined ? {} : { id: query.tableId }), enabled: true })).map((t) => ({
        label: t.tableName,
        id: t.id,
        children: t.fields.map((f) => ({ label: f.fieldName, id: f.id })),
      })),
    template: ({ query }) => expansionTemplate(k, query.id),
    importExcel: ({ call, actor }) => importData(k, call, actor),
    exportData: ({ call, actor, body }) => exportData(k, call, actor, body),
    data: ({ actor, query }) => lookAtData(k, actor, query),
    rows: ({ call, actor, query }) => companyRowsOf(k, call, actor, query),
    fieldById: ({ query }) => fieldById(k.db, query.id),
    saveField: ({ call, body }) => saveField(k, call, body),
    fieldTypes: () => fieldTypeOptions,
    enableField: ({ call, body }) => enableField(k, call, body.id, body.enableFlag === 1),
    saveFieldValue: ({ call, actor, body }) => saveFieldValue(k, call, actor, body),
    saveRow: ({ call, actor, body }) => saveRow(k, call, actor, body),
    removeRow: ({ call, actor, body }) => removeRow(k, call, actor, body),
    reveal: ({ call, actor, body }) => revealValue(k, call, actor, body),
    judgeBusinessType: ({ actor, body }) => judgeBusinessType(k, actor, body.companyId),
    updateBusinessType: ({ call, actor, body }) => updateBusinessType(k, call, actor, body),
  })
}

/**
 * Seals personal values of rows again after a change of the master key. Each row is one statement that writes only if the row is unchanged.
 */
async function resealRows(k: Kernel): Promise<number> {
  let changed = 0
  for (let after = 0; ;) {
    const rows = await k.db
      .selectFrom('expansion_row')
      .select(['id', 'version', 'values'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(200)
      .execute()
    if (rows.length === 0) return changed
    after = rows.at(-1)!.id
    for (const row of rows) {
      const old = Object.entries(row.values).filter(([, v]) => typeof v === 'string' && /^s1\.[^.]+\./.test(v) && !isCurrentSeal(k, v))
      if (old.length === 0) continue
      const anew = Object.fromEntries(old.map(([key, v]) => [key, sealPii(k, openPii(k, v as string))]))
      const { numUpdatedRows } = await k.db
        .updateTable('expansion_row')
        .set({ values: JSON.stringify({ ...row.values, ...anew }) })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .executeTakeFirst()
      changed += Number(numUpdatedRows)
    }
  }
}
