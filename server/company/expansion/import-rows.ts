import { sql } from 'kysely'
import type { ExpansionTable } from '../../../contract/company/expansion.ts'
import { rowSources } from '../../../contract/company/field-types.ts'
import { rememberRows } from '../row-facts.ts'
import { authStatuses } from '../../../contract/company.ts'
import { companiesSeen } from '../access.ts'
import { today } from '../../kernel/clock.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Applied, ImportRow, ImportScope } from '../../kernel/import/importers.ts'
import type { CellError } from '../../kernel/sheet/check.ts'
import { sameName } from '../../kernel/sheet/values.ts'
import { openValues, rowKeyOf, sealValues, type Values } from './fields.ts'
import { sourceOfRow } from './save-row.ts'

const CODE = '统一社会信用代码'
export type SheetRowValue = { companyName?: string; code: string } & Values
interface Write {
  table_id: number
  company_id: number
  row_key: string
  values: Values
  origins: Record<string, [string, string]>
  source: string
}

/**
 * Imports rows of a sheet into an expansion table. The company is found by its credit code, the row by its key fields. An empty cell clears
 * the value; files stay. Three queries check a batch, one writes it.
 */
export async function applyRows(
  { k, actor }: ImportScope<{ id: number }>,
  db: Db,
  table: ExpansionTable,
  rows: readonly ImportRow<SheetRowValue>[],
  dry: boolean,
): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  if (rows.length === 0) return applied
  const { companies, stored, faultsIn } = await rowJudge(actor, db, table, rows, true)
  const day = today(k.clock)
  const writes = new Map<string, Write>()
  for (const { row, value } of rows) {
    const faults = faultsIn({ row, value })
    const company = companies.get(value.code)
    applied.errors.push(...faults)
    if (faults.length > 0 || !company) continue
    const { companyName: _name, code: _code, ...values } = value
    const rowKey = rowKeyOf(table, values)
    const at = `${company.id} ${rowKey}`
    const before = stored.get(at)
    const old = before ? openValues(k, table.fields, before.values) : {}
    const next: Values = {}
    const origins: Write['origins'] = {}
    let differs = !before
    for (const f of table.fields) {
      const kept = f.fieldType === 'file' ? (old[f.fieldKey] ?? null) : (values[f.fieldKey] ?? null)
      const same = JSON.stringify(kept) === JSON.stringify(old[f.fieldKey] ?? null)
      differs ||= !same
      if (kept === null) continue
      next[f.fieldKey] = kept
      origins[f.fieldKey] = (same && before?.origins[f.fieldKey]) || [rowSources.sheet, day]
    }
    if (!differs) {
      applied.same++
      continue
    }
    applied[before ? 'changed' : 'added']++
    writes.set(at, {
      table_id: table.id,
      company_id: company.id,
      row_key: rowKey,
      values: next,
      origins,
      source: sourceOfRow(origins, rowSources.sheet),
    })
  }
  if (dry || writes.size === 0) return applied
  const now = k.clock.now()
  await db
    .insertInto('expansion_row')
    .values(
      [...writes.values()].map((w) => ({
        ...w,
        values: JSON.stringify(sealValues(k, table.fields, w.values)),
        origins: JSON.stringify(w.origins),
        updated_at: now,
        updated_by: actor.userId,
      })),
    )
    .onConflict((c) =>
      c.columns(['company_id', 'table_id', 'row_key']).doUpdateSet((e) => ({
        values: e.ref('excluded.values'),
        origins: e.ref('excluded.origins'),
        source: e.ref('excluded.source'),
        updated_at: e.ref('excluded.updated_at'),
        updated_by: e.ref('excluded.updated_by'),
        version: sql<number>`expansion_row.version + 1`,
      })),
    )
    .execute()
  await rememberRows(k, db, table.id, [...new Set([...writes.values()].map((w) => w.company_id))], actor.userId)
  return applied
}

/** The key of a row; null when a value that makes the key may be missing because its cell is wrong. */
export function wholeKeyOf(table: ExpansionTable, values: Values, isWhole: boolean): string | null {
  const keys = table.fields.filter((f) => f.keyFlag === 1)
  const known = isWhole || table.multiRow === 0 || (keys.length > 0 && keys.every((f) => values[f.fieldKey] !== undefined))
  return known ? rowKeyOf(table, values) : null
}

/** The companies and stored rows that the rows name, and what is wrong with a row beyond its single cells. A cell that is missing is not judged. */
export async function rowJudge(
  actor: Actor,
  db: Db,
  table: ExpansionTable,
  rows: readonly ImportRow<Partial<SheetRowValue>>[],
  isWhole: boolean,
) {
  const found = await db
    .selectFrom('company')
    .select(['id', 'name', 'credit_code', 'auth_status'])
    .where('credit_code', 'in', ['', ...new Set(rows.flatMap(({ value }) => value.code ?? []))])
    .execute()
  const companies = new Map(found.map((company) => [company.credit_code, company]))
  const ids = found.map(({ id }) => id)
  const seen = await companiesSeen(db, actor, ids)
  const keyOf = ({ companyName: _name, code: _code, ...values }: Partial<SheetRowValue>) => wholeKeyOf(table, values as Values, isWhole)
  const keys = [...new Set(rows.flatMap(({ value }) => keyOf(value) ?? []))]
  const rowsThere =
    ids.length === 0 || keys.length === 0
      ? []
      : await db
          .selectFrom('expansion_row')
          .select(['id', 'company_id', 'row_key', 'values', 'origins', 'source'])
          .where('table_id', '=', table.id)
          .where('company_id', 'in', ids)
          .where('row_key', 'in', keys)
          .execute()
  const stored = new Map(rowsThere.map((r) => [`${r.company_id} ${r.row_key}`, r]))
  const faultsIn = ({ row, value }: ImportRow<Partial<SheetRowValue>>): CellError[] => {
    if (value.code === undefined) return []
    const company = companies.get(value.code)
    if (!company) return [{ row, column: CODE, message: '企业不存在，请先建立企业档案' }]
    if (!seen.has(company.id)) return [{ row, column: CODE, message: '该企业不在您的数据范围内' }]
    const faults: CellError[] = []
    if (value.companyName && !sameName(value.companyName, company.name))
      faults.push({ row, column: '企业名称', message: `与信用代码对应的“${company.name}”不一致` })
    // Without consent, a row that the company reported is not changed, because the sender may not see it (P-01).
    if (stored.get(`${company.id} ${keyOf(value)}`)?.source === rowSources.company && company.auth_status !== authStatuses.granted)
      faults.push({ row, column: '', message: '该行由企业填报且企业未授权，不能改动' })
    return faults
  }
  return { companies, stored, faultsIn }
}
