import type { Selectable } from 'kysely'
import {
  EVERY_BUSINESS_TYPE,
  EVERY_BUSINESS_TYPE_LABEL,
  businessTypes,
  type BusinessType,
} from '../../../contract/company/business-type.ts'
import type { ExpansionField, ExpansionTable } from '../../../contract/company/expansion.ts'
import type { ExpansionTableTable } from '../../../db/tables/company.ts'
import { dictionaryChoices } from '../../kernel/offers/dictionary-choices.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'

export interface TableFilter {
  id?: number
  enabled?: true
  businessType?: string | null
}

export const businessTypeName = (code: string): string =>
  code === EVERY_BUSINESS_TYPE ? EVERY_BUSINESS_TYPE_LABEL : (businessTypes[code as BusinessType] ?? code)

/** The data of a table without its fields, for lists and details. */
export const headOf = (t: Selectable<ExpansionTableTable>) => ({
  id: t.id,
  tableName: t.name,
  note: t.note,
  businessType: t.business_type,
  businessTypeName: businessTypeName(t.business_type),
  filledBy: t.filled_by,
  multiRow: t.multi_row ? 1 : 0,
  enableFlag: t.enabled ? 1 : 0,
  order: t.sort,
  version: t.version,
  updatedAt: t.updated_at,
})

/** Tables with their ordered fields; options of dictionaries are filled in. `enabled`: only enabled tables and fields. */
export async function loadTables(db: Db, filter: TableFilter): Promise<ExpansionTable[]> {
  let q = db.selectFrom('expansion_table').selectAll()
  if (filter.id !== undefined) q = q.where('id', '=', filter.id)
  if (filter.enabled) q = q.where('enabled', '=', true)
  if (filter.businessType !== undefined)
    q = q.where('business_type', 'in', filter.businessType === null ? [EVERY_BUSINESS_TYPE] : [EVERY_BUSINESS_TYPE, filter.businessType])
  const tables = await q.orderBy('sort').orderBy('id').execute()
  if (tables.length === 0) return []
  const fields = await loadFields(
    db,
    tables.map((t) => t.id),
    filter.enabled ?? false,
  )
  return tables.map((t) => ({
    ...headOf(t),
    fields: fields.filter((f) => f.tableId === t.id),
  }))
}

async function loadFields(db: Db, tableIds: readonly number[], enabledOnly: boolean): Promise<ExpansionField[]> {
  let q = db
    .selectFrom('expansion_field')
    .selectAll()
    .where('table_id', 'in', [...tableIds])
  if (enabledOnly) q = q.where('enabled', '=', true)
  const rows = await q.orderBy('sort').orderBy('id').execute()
  const dicts = [...new Set(rows.flatMap((f) => (f.dict_type ? [f.dict_type] : [])))]
  const choices = await dictionaryChoices(db, dicts)
  return rows.map((f) => ({
    id: f.id,
    tableId: f.table_id,
    fieldKey: f.field_key,
    fieldName: f.name,
    fieldType: f.field_type,
    required: f.required ? 1 : 0,
    keyFlag: f.is_key ? 1 : 0,
    personalFlag: f.personal ? 1 : 0,
    dictTypeCode: f.dict_type,
    options: f.dict_type ? choices.get(f.dict_type)! : f.options,
    unit: f.unit,
    min: f.min,
    max: f.max,
    maxLength: f.max_length,
    hint: f.hint,
    enableFlag: f.enabled ? 1 : 0,
    order: f.sort,
  }))
}

/** One table; `enabled` leaves out disabled fields and throws for a disabled table. */
export async function tableById(db: Db, id: number, enabled?: true): Promise<ExpansionTable> {
  const [table] = await loadTables(db, { id, ...(enabled ? { enabled } : {}) })
  if (!table) throw notFound(enabled ? '该表不存在或已停用' : '该表不存在')
  return table
}

export async function fieldById(db: Db, id: number): Promise<ExpansionField> {
  const row = await db.selectFrom('expansion_field').select('table_id').where('id', '=', id).executeTakeFirst()
  const field = row && (await tableById(db, row.table_id)).fields.find((f) => f.id === id)
  if (!field) throw notFound('该字段不存在')
  return field
}
