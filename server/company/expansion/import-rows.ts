import { sql } from 'kysely'
import type { ExpansionTable } from '../../../contract/company/expansion.ts'
import { rowSources } from '../../../contract/company/field-types.ts'
import { rememberRows } from '../row-facts.ts'
import { authStatuses } from '../../../contract/company.ts'
import { companiesSeen } from '../access.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Applied, ImportRow, ImportScope } from '../../kernel/import/importers.ts'
import type { CellError } from '../../kernel/sheet/check.ts'
import { sameName } from '../../kernel/sheet/values.ts'
import { openValues, rowKeyOf, sealValues, type Values } from './fields.ts'
import { sourceOfRow } from './save-row.ts'

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
  const companies = new Map(
    (
      await db
        .selectFrom('company')
        .select(['id', 'name', 'credit_code', 'auth_status'])
        .where('credit_code', 'in', [...new Set(rows.map(({ value }) => value.code))])
        .execute()
    ).map((c) => [c.credit_code, c]),
  )
  const seen = await companiesSeen(
    db,
    actor,
    [...companies.values()].map((c) => c.id),
  )
  const good = rows.flatMap(({ row, value }) => {
    const company = companies.get(value.code)
    const fault = (column: string, message: string): never[] => {
      applied.errors.push({ row, column, message } satisfies CellError)
      return []
    }
    if (!company) return fault('统一社会信用代码', '企业不存在，请先建立企业档案')
    if (!seen.has(company.id)) return fault('统一社会信用代码', '该企业不在您的数据范围内')
    if (value.companyName && !sameName(value.companyName, company.name)) return fault('企业名称', `与信用代码对应的“${company.name}”不一致`)
    const { companyName: _name, code: _code, ...values } = value
    return [{ row, company, values, rowKey: rowKeyOf(table, values) }]
  })
  const stored = new Map(
    good.length === 0
      ? []
      : (
          await db
            .selectFrom('expansion_row')
            .select(['id', 'company_id', 'row_key', 'values', 'origins', 'source'])
            .where('table_id', '=', table.id)
            .where('company_id', 'in', [...new Set(good.map((g) => g.company.id))])
            .where('row_key', 'in', [...new Set(good.map((g) => g.rowKey))])
            .execute()
        ).map((r) => [`${r.company_id} ${r.row_key}`, r]),
  )
  const day = today(k.clock)
  const writes = new Map<string, Write>()
  for (const { row, company, values, rowKey } of good) {
    const at = `${company.id} ${rowKey}`
    const before = stored.get(at)
    // Without consent, a row that the company reported is not changed, because the sender may not see it (P-01).
    if (before?.source === rowSources.company && company.auth_status !== authStatuses.granted) {
      applied.errors.push({ row, column: '', message: '该行由企业填报且企业未授权，不能改动' })
      continue
    }
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
