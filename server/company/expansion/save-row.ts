import type { ExpansionTable, RowValue } from '../../../contract/company/expansion.ts'
import { rowSources } from '../../../contract/company/field-types.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalid, invalidField, notFound, refused, type FieldIssue } from '../../kernel/errors.ts'
import { attachFiles, detachFiles } from '../../kernel/files/access.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { rememberRows } from '../row-facts.ts'
import { givenReason, tellCompany } from '../tell-company.ts'
import { rowsVisibleTo, writerOf } from './access.ts'
import { faultOfField, openValues, rowKeyOf, sealValues, tidyValue, type Values } from './fields.ts'
import { ROW_FILES } from './expansion-data.ts'
import { fieldById, tableById } from './tables.ts'

interface RowInput {
  companyId?: number | undefined
  tableId: number
  id?: number | undefined
  version?: number | undefined
  values: Values
  /** required of staff */
  reason?: string
}

/**
 * Adds a row or changes the given values; null clears a value. Throws at values.<key>. Staff give a reason, and the company is notified.
 */
export async function saveRow(k: Kernel, call: Call, actor: Actor, input: RowInput): Promise<{ id: number; version: number }> {
  return k.db.transaction().execute(async (db) => {
    const table = await tableById(db, input.tableId, true)
    const { companyId, own } = await writerOf(db, actor, input.companyId, table)
    const reason = own ? null : givenReason(input.reason)
    if (!(await db.selectFrom('company').select('id').where('id', '=', companyId).executeTakeFirst())) throw notFound('企业不存在')
    const before = input.id === undefined ? null : await openRow(k, db, actor, table, companyId, input.id, input.version)
    const typeOf = (key: string) => table.fields.find((f) => f.fieldKey === key)?.fieldType
    const given = Object.fromEntries(Object.entries(input.values).map(([key, v]) => [key, tidyValue(v, typeOf(key))]))
    const values = { ...before?.values, ...given }
    const issues = rowIssues(table, given, values)
    if (issues.length) throw invalid(issues)
    const saved = await store(k, db, call, table, companyId, {
      before,
      values,
      changed: Object.keys(given),
      source: own ? rowSources.company : rowSources.staff,
    })
    await keepFiles(db, actor, table, saved.id, before?.values ?? {}, values)
    await rememberRows(k, db, table.id, [companyId], call.actor?.userId ?? null)
    await audit(db, call, {
      action: before ? 'expansion.row.save' : 'expansion.row.add',
      objectType: 'company',
      objectId: companyId,
      detail: { table: table.id, row: saved.id, fields: Object.keys(given), ...(reason === null ? {} : { reason }) },
    })
    if (reason !== null) await tellOfRow(db, k, table, companyId, before ? '修改' : '新增', reason)
    return saved
  })
}

const tellOfRow = (db: Db, k: Kernel, table: ExpansionTable, companyId: number, how: '新增' | '修改' | '删除', reason: string) =>
  tellCompany(db, k, { companyId, what: `“${table.tableName}”${how}一行`, source: rowSources.staff, reason })

function rowIssues(table: ExpansionTable, given: Values, whole: Values): FieldIssue[] {
  const unknown = Object.keys(given).flatMap((key) =>
    table.fields.some((f) => f.fieldKey === key) ? [] : [{ path: `values.${key}`, message: `不支持的字段：${key}` }],
  )
  return [
    ...unknown,
    ...table.fields.flatMap((f) => {
      const path = `values.${f.fieldKey}`
      const value = f.fieldKey in given ? given[f.fieldKey]! : null
      const fault = value === null ? null : faultOfField(f, value)
      if (fault) return [{ path, message: fault }]
      return f.required === 1 && (whole[f.fieldKey] ?? null) === null ? [{ path, message: `请填写${f.fieldName}` }] : []
    }),
  ]
}

interface OpenRow {
  id: number
  version: number
  values: Values
  origins: Record<string, [string, string]>
}
async function openRow(
  k: Kernel,
  db: Db,
  actor: Actor,
  table: ExpansionTable,
  companyId: number,
  id: number,
  version: number | undefined,
): Promise<OpenRow> {
  const row = await db
    .selectFrom('expansion_row as r')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.id', 'r.version', 'r.values', 'r.origins'])
    .where('r.id', '=', id)
    .where('r.table_id', '=', table.id)
    .where('r.company_id', '=', companyId)
    .where(rowsVisibleTo(actor))
    .forUpdate('r')
    .executeTakeFirst()
  if (!row) throw notFound('该行数据不存在或已删除')
  if (version !== undefined && version !== row.version) throw conflict()
  return { ...row, values: openValues(k, table.fields, row.values) }
}

/** A row counts as reported by the company while it has a value from the company; others then need consent to read it. */
export const sourceOfRow = (origins: Record<string, [string, string]>, last: string): string =>
  Object.values(origins).some(([source]) => source === rowSources.company) ? rowSources.company : last

async function store(
  k: Kernel,
  db: Db,
  call: Call,
  table: ExpansionTable,
  companyId: number,
  { before, values, changed, source }: { before: OpenRow | null; values: Values; changed: readonly string[]; source: string },
): Promise<{ id: number; version: number }> {
  const rowKey = rowKeyOf(table, values)
  const twin = await db
    .selectFrom('expansion_row')
    .select('id')
    .where('company_id', '=', companyId)
    .where('table_id', '=', table.id)
    .where('row_key', '=', rowKey)
    .executeTakeFirst()
  if (twin && twin.id !== before?.id) {
    const key = table.fields.find((f) => f.keyFlag === 1)
    const message = table.multiRow === 0 ? '该表每家企业只有一行，请刷新后修改已有的一行' : '已有相同的一行'
    throw key ? invalidField(`values.${key.fieldKey}`, `已有相同${key.fieldName}的一行`) : refused(message, 'CONFLICT')
  }
  const day = today(k.clock)
  const kept = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null))
  const origins = Object.fromEntries(
    Object.keys(kept).flatMap((key) => {
      const origin: [string, string] | undefined = changed.includes(key) ? [source, day] : before?.origins[key]
      return origin ? [[key, origin]] : []
    }),
  )
  const row = {
    row_key: rowKey,
    values: JSON.stringify(sealValues(k, table.fields, kept)),
    origins: JSON.stringify(origins),
    source: sourceOfRow(origins, source),
    updated_at: k.clock.now(),
    updated_by: call.actor?.userId ?? null,
  }
  if (!before)
    return db
      .insertInto('expansion_row')
      .values({ ...row, table_id: table.id, company_id: companyId })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
  return db
    .updateTable('expansion_row')
    .set((e) => ({ ...row, version: e('version', '+', 1) }))
    .where('id', '=', before.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

const filesIn = (table: ExpansionTable, values: Values): string[] =>
  table.fields.flatMap((f) => {
    const value: RowValue | undefined = f.fieldType === 'file' ? values[f.fieldKey] : undefined
    return Array.isArray(value) ? value : []
  })

async function keepFiles(db: Db, actor: Actor, table: ExpansionTable, rowId: number, before: Values, after: Values): Promise<void> {
  const [old, now] = [filesIn(table, before), filesIn(table, after)]
  await attachFiles(db, actor, now, ROW_FILES, rowId)
  await detachFiles(
    db,
    old.filter((key) => !now.includes(key)),
    ROW_FILES,
    rowId,
  )
}

/** Saves one value of an expansion field, for the company itself. */
export async function saveFieldValue(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { companyId?: number | undefined; fieldId: number; rowId?: number | undefined; value: RowValue },
): Promise<true> {
  const field = await fieldById(k.db, input.fieldId)
  const table = await tableById(k.db, field.tableId, true)
  const { companyId } = await writerOf(k.db, actor, input.companyId, table)
  if (!table.fields.some((f) => f.id === field.id)) throw notFound('该字段不存在或已停用')
  if (input.rowId === undefined && table.multiRow === 1) throw invalidField('rowId', '请选择要修改的一行')
  const single = await k.db
    .selectFrom('expansion_row')
    .select('id')
    .where('company_id', '=', companyId)
    .where('table_id', '=', table.id)
    .where('row_key', '=', '')
    .executeTakeFirst()
  await saveRow(k, call, actor, {
    companyId,
    tableId: table.id,
    id: input.rowId ?? single?.id,
    values: { [field.fieldKey]: input.value },
  }).catch((error: { fields?: FieldIssue[] }) => {
    // A fault of this value is reported at `value`; faults of other required fields of the row keep their paths.
    const own = error.fields?.find((f) => f.path === `values.${field.fieldKey}`)
    throw own ? invalidField('value', own.message) : error
  })
  return true
}

export async function removeRow(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { id: number; version?: number | undefined; reason?: string },
): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    const row = await db.selectFrom('expansion_row').select(['company_id', 'table_id']).where('id', '=', input.id).executeTakeFirst()
    if (!row) throw notFound('该行数据不存在或已删除')
    const table = await tableById(db, row.table_id, true)
    const { companyId, own } = await writerOf(db, actor, row.company_id, table)
    const reason = own ? null : givenReason(input.reason)
    const { values } = await openRow(k, db, actor, table, companyId, input.id, input.version)
    await detachFiles(db, filesIn(table, values), ROW_FILES, input.id)
    await db.deleteFrom('expansion_row').where('id', '=', input.id).execute()
    await rememberRows(k, db, table.id, [companyId], call.actor?.userId ?? null)
    await audit(db, call, {
      action: 'expansion.row.delete',
      objectType: 'company',
      objectId: companyId,
      detail: { table: table.id, row: input.id, ...(reason === null ? {} : { reason }) },
    })
    if (reason !== null) await tellOfRow(db, k, table, companyId, '删除', reason)
    return true as const
  })
}
