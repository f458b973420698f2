import { sql } from 'kysely'
import { authStatusLabels, companyFilters, type FactValue } from '../../contract/company.ts'
import { query } from '../../contract/fields.ts'
import { byKeyset, offersExport, type ExportColumn } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { titleOf } from './archive-sheets.ts'
import { archiveFields, coreKeys, isPersonal, type CatalogueField } from './catalogue.ts'
import { choiceCode, choicesOf, type Choices } from './official.ts'
import { askedCompanies } from './queries.ts'

type Row = { id: number } & Record<string, unknown>
const base = ['companyName', 'creditCode'] as const
/** Facts that a sheet can hold; persons stand in the list of companies, masked. */
const factColumns = archiveFields.filter((f) => !isPersonal(f.key) && !(base as readonly string[]).includes(f.key))

/**
 * /work/enterpriseArchives: the facts of every company that the filters give. Facts leave only with the company's consent (P-01); the others stand with
 * their register data and 未授权.
 */
export function offerArchiveExport(k: Kernel): void {
  const columns: ExportColumn<Row>[] = [
    { key: 'companyName', title: '企业名称', width: 34 },
    { key: 'creditCode', title: '统一社会信用代码', width: 22 },
    { key: 'streetName', title: '镇街', width: 14 },
    { key: 'authStatus', title: '授权状态', width: 12 },
    { key: 'completeness', title: '信息完整度（%）', width: 16 },
    ...factColumns.map((f) => ({ key: f.key, title: titleOf(f), width: 16 })),
  ]
  offersExport(k, 'companyArchive', {
    title: '企业档案',
    access: 'company:manage',
    filters: query(companyFilters),
    columns,
    usual: [...columns.slice(0, 5).map((c) => c.key), ...factColumns.filter((f) => coreKeys.includes(f.key)).map((f) => f.key)],
    count: async ({ db, filters }) =>
      (
        await askedCompanies(k, db, filters)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: async function* ({ db, filters, signal }) {
      const choices = await choicesOf(db)
      yield* byKeyset(signal, async (after, limit) => {
        const rows = await askedCompanies(k, db, filters)
          .leftJoin('company_facts as f', (j) => j.onRef('f.company_id', '=', 'c.id').on('f.authorized', '=', true))
          .where('c.id', '>', after)
          .select(['c.id', 'c.name', 'c.credit_code', 'c.street_name', 'c.auth_status', 'c.completeness'])
          .select(sql<Record<string, FactValue> | null>`f.facts`.as('facts'))
          .orderBy('c.id')
          .limit(limit)
          .execute()
        return rows.map((r): Row => {
          const row: Row = {
            id: r.id,
            companyName: r.name,
            creditCode: r.credit_code,
            streetName: r.street_name,
            authStatus: authStatusLabels[r.auth_status],
            completeness: r.completeness,
          }
          if (r.facts) for (const f of factColumns) row[f.key] = shown(f, r.facts[f.key], choices)
          return row
        })
      })
    },
  })
}

function shown(f: CatalogueField, value: FactValue | undefined, choices: Choices): unknown {
  if (value === null || value === undefined) return null
  const label = (code: string) => f.options?.find((o) => o.value === code)?.label ?? code
  if (Array.isArray(value)) return value.map(label).join('、')
  if (typeof value !== 'string') return value
  return f.dict ? (choices.get(f.dict)?.get(choiceCode(f.key, value)) ?? value) : label(value)
}
