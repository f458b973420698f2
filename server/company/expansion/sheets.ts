import type { z } from 'zod'
import { dataFilters, importFields, type ExpansionField, type ExpansionTable } from '../../../contract/company/expansion.ts'
import { query } from '../../../contract/fields.ts'
import { fieldTitle } from '../../../contract/company/field-types.ts'
import type { ImportState } from '../../../contract/imports.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import { askForClear } from '../../kernel/export/clear.ts'
import { byKeyset, columnsOf, exporterOf, offersExport, type ExportColumn } from '../../kernel/export/exporters.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import { offersImport } from '../../kernel/import/importers.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { toCell, type MadeCell } from '../../kernel/sheet/cell.ts'
import type { SheetColumn } from '../../kernel/sheet/check.ts'
import { creditCodeCell, textCell } from '../../kernel/sheet/values.ts'
import { makeSheet, templateSheet } from '../../kernel/sheet/write.ts'
import { noteExport } from '../uses.ts'
import { cellOf, cellSchema, isPersonalField, maskerOf, openValues, type Values } from './fields.ts'
import { applyRows, rowJudge, wholeKeyOf, type SheetRowValue } from './import-rows.ts'
import { askedRows } from './expansion-data.ts'
import { tableById } from './tables.ts'

export const IMPORT_KIND = 'expansion'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DIRECT_ROWS = 10_000
export const NAME_TITLE = '企业名称'
export const CODE_TITLE = '统一社会信用代码'

/** Field types whose cells keep digits and zeros as typed. */
const keepsText: ReadonlySet<string> = new Set(['text', 'textarea', 'phone', 'idNumber'])
/** Fields that a sheet can contain: all except files. */
const sheetFields = (table: ExpansionTable): ExpansionField[] => table.fields.filter((f) => f.fieldType !== 'file')

const sheetColumns = (table: ExpansionTable): SheetColumn[] => [
  { key: 'companyName', title: NAME_TITLE, schema: textCell, text: true, width: 34 },
  { key: 'code', title: CODE_TITLE, schema: creditCodeCell, required: true, text: true, width: 24 },
  ...sheetFields(table).map((f) => ({
    key: f.fieldKey,
    title: fieldTitle(f),
    schema: cellSchema(f),
    required: f.required === 1,
    text: keepsText.has(f.fieldType),
    width: 18,
  })),
]

/** The empty sheet with the header. */
export async function expansionTemplate(k: Kernel, id: number): Promise<FileAnswer> {
  const table = await tableById(k.db, id)
  const enabled = { ...table, fields: table.fields.filter((f) => f.enableFlag === 1) }
  const body = await templateSheet(table.tableName, sheetColumns(enabled))
  return { fileName: `${table.tableName}_导入模板.xlsx`, mime: XLSX, body }
}

const filters = query(dataFilters)

export function offerExpansionSheets(k: Kernel): void {
  offersImport<{ id: number }, SheetRowValue>(k, IMPORT_KIND, {
    title: '拓展表数据',
    open: async (scope) => {
      const table = await tableById(k.db, scope.params.id, true)
      const keyField = table.fields.find((f) => f.keyFlag === 1)
      const key = keyField ? fieldTitle(keyField) : table.multiRow === 0 ? CODE_TITLE : ''
      return {
        columns: sheetColumns(table),
        keyOf: ({ companyName: _name, code, ...values }, isWhole) => {
          const own = code ? wholeKeyOf(table, values as Values, isWhole) : null
          return own === null ? null : { key: `${code} ${own}`, column: key }
        },
        faultsOf: async (db, rows) => {
          const { faultsIn } = await rowJudge(scope.actor, db, table, rows, false)
          return rows.flatMap(faultsIn)
        },
        apply: (db, rows, dry) => applyRows(scope, db, table, rows, dry),
      }
    },
  })
  type Row = { id: number; companyName: string; code: string; source: string; updatedAt: string } & Record<string, unknown>
  offersExport<z.output<typeof filters>, Row>(k, 'expansion', {
    title: '拓展表数据',
    archive: true,
    access: 'company:manage',
    filters,
    columns: async ({ filters: { tableId } }): Promise<ExportColumn<Row>[]> => {
      const { fields } = await tableById(k.db, tableId)
      return [
        { key: 'companyName', title: NAME_TITLE, width: 34 },
        { key: 'code', title: CODE_TITLE, width: 22 },
        ...fields
          .filter((f) => f.enableFlag === 1)
          .map((f) => ({ key: f.fieldKey, title: fieldTitle(f), width: 18, ...(isPersonalField(f) ? { mask: maskerOf(f) } : {}) })),
        { key: 'source', title: '数据来源', width: 12 },
        { key: 'updatedAt', title: '更新时间', width: 24 },
      ]
    },
    count: async ({ db, actor, filters: q }) =>
      (
        await askedRows(db, actor, q)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: async function* ({ db, actor, filters: q, signal, exportId }) {
      const table = await tableById(db, q.tableId)
      const left = new Set<number>()
      yield* byKeyset(signal, async (after, limit) => {
        const rows = await askedRows(db, actor, q)
          .where('r.id', '>', after)
          .select(['r.id', 'r.company_id', 'r.values', 'r.source', 'r.updated_at', 'c.name', 'c.credit_code'])
          .orderBy('r.id')
          .limit(limit)
          .execute()
        return rows.map((r): Row => {
          const values = openValues(k, table.fields, r.values)
          left.add(r.company_id)
          return {
            ...Object.fromEntries(table.fields.map((f) => [f.fieldKey, cellOf(f, values[f.fieldKey])])),
            id: r.id,
            companyName: r.name,
            code: r.credit_code,
            source: r.source,
            updatedAt: r.updated_at,
          }
        })
      })
      if (!signal.aborted && actor.type === 'YYF') await noteExport(k, db, actor, `导出拓展表“${table.tableName}”`, [...left], exportId)
    },
  })
}
/** The rows of the export as one response; larger ones need the export with progress. */
export async function exportData(k: Kernel, call: Call, actor: Actor, q: z.output<typeof filters>): Promise<FileAnswer> {
  const exporter = exporterOf(k, 'expansion')
  const table = await tableById(k.db, q.tableId)
  const columns = await columnsOf(exporter, k, q)
  const scope = { k, db: k.db, actor, filters: q, signal: call.signal, columns: columns.map(({ key }) => key), exportId: null }
  if ((await exporter.count(scope)) > DIRECT_ROWS) throw refused(`数据超过 ${DIRECT_ROWS} 行，请使用带进度的导出`, 'TOO_MANY_ROWS')
  if (columns.some(({ mask }) => mask)) await askForClear(k, actor)
  const bare = actor.permissions.has('pii:read')
  const rows: MadeCell[][] = [columns.map((c) => c.title)]
  for await (const batch of exporter.rows(scope) as AsyncIterable<Record<string, unknown>[]>)
    for (const row of batch)
      rows.push(
        columns.map(({ key, mask }) => {
          const value = row[key]
          return toCell(mask && !bare && typeof value === 'string' ? mask(value) : value)
        }),
      )
  await audit(k.db, call, {
    action: 'export.done',
    objectType: 'expansionTable',
    objectId: table.id,
    detail: { filters: q, rows: rows.length - 1 },
  })
  const body = await makeSheet(
    '数据',
    rows,
    columns.map((c) => c.width ?? 16),
  )
  return { fileName: `${table.tableName}.xlsx`, mime: XLSX, body }
}

export const importData = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, IMPORT_KIND, importFields, async ({ id }) => {
    await tableById(k.db, id, true)
    return { id }
  })
