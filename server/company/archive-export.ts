import { sql } from 'kysely'
import { authStatusLabels, companyFilters, type FactValue } from '../../contract/company.ts'
import { query } from '../../contract/fields.ts'
import { byKeyset, offersExport, type ExportColumn } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { titleOf } from './archive-sheets.ts'
import { archiveFields, coreKeys, isPersonal, type CatalogueField } from './catalogue.ts'
import { choiceCode, storedChoicesOf, type Choices } from './official.ts'
import { countPhoneSearch } from './access.ts'
import { countAsked } from './count-asked.ts'
import { askedCompanies } from './queries.ts'
import { noteExport } from './uses.ts'

/** Rows per statement, to limit memory. */
const PAGE = 400
type Row = { id: number } & Record<string, unknown>
const base = ['companyName', 'creditCode'] as const
/** Facts that a sheet may hold; persons are in the list of companies, masked. */
const factColumns = () => archiveFields.filter((f) => !isPersonal(f.key) && !(base as readonly string[]).includes(f.key))

/**
 * /work/enterpriseArchives: the facts of every filtered company. Facts are exported only with the company's consent (P-01); the others
 * appear with register data and 未授权.
 */
export function offerArchiveExport(k: Kernel): void {
  const columns = (): ExportColumn<Row>[] => [
    { key: 'companyName', title: '企业名称', width: 34 },
    { key: 'creditCode', title: '统一社会信用代码', width: 22 },
    { key: 'streetName', title: '镇街', width: 14 },
    { key: 'authStatus', title: '授权状态', width: 12 },
    { key: 'completeness', title: '信息完整度（%）', width: 16 },
    ...factColumns().map((f) => ({ key: f.key, title: titleOf(f), width: 16 })),
  ]
  offersExport(k, 'companyArchive', {
    title: '企业档案',
    archive: true,
    access: 'company:manage',
    filters: query(companyFilters),
    columns: () => Promise.resolve(columns()),
    usual: [
      ...columns()
        .slice(0, 5)
        .map((c) => c.key),
      ...factColumns()
        .filter((f) => coreKeys.includes(f.key))
        .map((f) => f.key),
    ],
    admit: (_, call, filters) => countPhoneSearch(k, call, filters),
    count: (scope) => countAsked(k, scope),
    rows: async function* ({ db, actor, filters, signal, columns: asked, exportId }) {
      const left: number[] = []
      const choices = await storedChoicesOf(db)
      const wanted = factColumns().filter((f) => asked.includes(f.key))
      yield* byKeyset(
        signal,
        async (after, limit) => {
          const rows = await askedCompanies(k, db, actor, filters)
            .leftJoin('company_facts as f', (j) => j.onRef('f.company_id', '=', 'c.id').on('f.authorized', '=', true))
            .where('c.id', '>', after)
            .select(['c.id', 'c.name', 'c.credit_code', 'c.street_name', 'c.auth_status', 'c.completeness'])
            .select(chosen(wanted).as('facts'))
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
            if (r.facts) {
              left.push(r.id)
              wanted.forEach((f, n) => (row[f.key] = shown(f, r.facts![n], choices)))
            }
            return row
          })
        },
        PAGE,
      )
      if (!signal.aborted) await noteExport(k, db, actor, '导出企业档案', left, exportId)
    },
  })
}

/** Reads only the exported facts, in one pass: a record has five times as many, and up to a hundred thousand records go through memory. */
const chosen = (fields: readonly CatalogueField[]) => {
  const names = sql.join(fields.map((f) => sql.ref(f.key)))
  const record = sql.join(fields.map((f) => sql`${sql.ref(f.key)} jsonb`))
  return fields.length
    ? sql<
        FactValue[] | null
      >`case when f.facts is not null then (select jsonb_build_array(${names}) from jsonb_to_record(f.facts) as x(${record})) end`
    : sql<FactValue[] | null>`null`
}

function shown(f: CatalogueField, value: FactValue | undefined, choices: Choices): unknown {
  if (value === null || value === undefined) return null
  const label = (code: string) => f.options?.find((o) => o.value === code)?.label ?? code
  if (Array.isArray(value)) return value.map(label).join('、')
  if (typeof value !== 'string') return value
  return f.dict ? (choices.get(f.dict)?.get(choiceCode(f.key, value)) ?? value) : label(value)
}
