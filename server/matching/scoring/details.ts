import { isRealDate } from '../../../contract/real-date.ts'
import type { FactValue } from '../../../contract/company.ts'
import { detailTableOf, ipKinds, type DetailColumn, type DetailTableId } from '../../../contract/matching/score-details.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalid, notFound, refused, type FieldIssue } from '../../kernel/errors.ts'

/** Limit of rows per table and company. */
const KEPT = 500
type Cells = Record<string, string>
type Given = Readonly<Record<string, string | number | null>>

function faultOf(column: DetailColumn, text: string, day: string): string | null {
  if (!text) return column.required ? `请填写${column.label}` : null
  if (column.max && text.length > column.max) return `${column.label}最多 ${column.max} 个字`
  if (column.type === 'select' && !column.options?.some((o) => o.value === text)) return `${column.label}请从选项中选择`
  if (column.type === 'date') {
    if (!isRealDate(text)) return `${column.label}格式应为 YYYY-MM-DD`
    if (text > day) return `${column.label}不能晚于今天`
  }
  if (column.type === 'year') {
    if (!/^\d{4}$/.test(text) || text < '1990') return `${column.label}应为四位年份`
    if (text > day.slice(0, 4)) return `${column.label}不能晚于今年`
  }
  return null
}

/** The cells in stored form; every fault is named by row and column (`rows.2.kind`). An `id` names the row to change. */
export function checkedRows(tableId: DetailTableId, rows: readonly Given[], day: string): { id: number | null; cells: Cells }[] {
  const { columns } = detailTableOf(tableId)
  const issues: FieldIssue[] = []
  const checked = rows.map((row, i) => {
    const cells: Cells = {}
    for (const key of Object.keys(row))
      if (key !== 'id' && !columns.some((c) => c.key === key)) issues.push({ path: `rows.${i}.${key}`, message: `没有这一列：${key}` })
    for (const column of columns) {
      const text = String(row[column.key] ?? '').trim()
      const fault = faultOf(column, text, day)
      if (fault) issues.push({ path: `rows.${i}.${column.key}`, message: `第 ${i + 1} 行：${fault}` })
      else if (text) cells[column.key] = text
    }
    const id = row.id === undefined || row.id === null ? null : Number(row.id)
    if (id !== null && !(Number.isSafeInteger(id) && id > 0)) issues.push({ path: `rows.${i}.id`, message: '行编号不正确' })
    return { id, cells }
  })
  if (issues.length) throw invalid(issues)
  return checked
}

export const detailRows = (db: Db, companyId: number) =>
  db.selectFrom('score_detail').select(['id', 'table_id', 'cells']).where('company_id', '=', companyId).orderBy('id').execute()

/** Adds rows without an id and changes those with one; a row of another company or table is reported as absent. */
export async function writeDetails(
  db: Db,
  { companyId, tableId, by, now }: { companyId: number; tableId: DetailTableId; by: number; now: Date },
  rows: readonly { id: number | null; cells: Cells }[],
): Promise<void> {
  for (const row of rows) {
    if (row.id === null) continue
    const { numUpdatedRows } = await db
      .updateTable('score_detail')
      .set({ cells: JSON.stringify(row.cells), updated_at: now, updated_by: by })
      .where('id', '=', row.id)
      .where('company_id', '=', companyId)
      .where('table_id', '=', tableId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('要修改的明细不存在或已被删除')
  }
  const fresh = rows
    .filter((r) => r.id === null)
    .map((r) => ({ company_id: companyId, table_id: tableId, cells: JSON.stringify(r.cells), updated_at: now, updated_by: by }))
  if (fresh.length) await db.insertInto('score_detail').values(fresh).execute()
  const { n } = await db
    .selectFrom('score_detail')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('company_id', '=', companyId)
    .where('table_id', '=', tableId)
    .executeTakeFirstOrThrow()
  if (n > KEPT) throw refused(`每张明细表最多 ${KEPT} 行`, 'TOO_MANY_ROWS')
}

/** Deletes rows of the company; all must be its own. Returns their tables. */
export async function removeDetails(db: Db, companyId: number, ids: readonly number[]): Promise<DetailTableId[]> {
  if (ids.length === 0) return []
  const gone = await db
    .deleteFrom('score_detail')
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .returning('table_id')
    .execute()
  if (gone.length !== new Set(ids).size) throw notFound('要删除的明细不存在或已被删除')
  return [...new Set(gone.map((r) => r.table_id as DetailTableId))]
}

/** Facts computed from the rows of a table. Without rows nothing is known: the counts become open questions again. */
export function countedFacts(tableId: DetailTableId, rows: readonly Cells[], day: string): Record<string, FactValue> {
  if (tableId === 'conversion') {
    const last = Number(day.slice(0, 4)) - 1
    const recent = rows.filter((r) => Number(r.year) > last - 3 && Number(r.year) <= last)
    return { achievements3y: rows.length ? recent.length : null }
  }
  if (rows.length === 0) return { ipType1: null, ipType1SelfDev: null, ipType2: null, ipAcquisition: null }
  const classOf = (r: Cells) => ipKinds.find((kind) => kind.value === r.kind)?.class
  const own = (r: Cells) => r.way === 'selfDeveloped'
  const first = rows.filter((r) => classOf(r) === 1)
  return {
    ipType1: first.length,
    ipType1SelfDev: first.filter(own).length,
    ipType2: rows.filter((r) => classOf(r) === 2).length,
    ipAcquisition: rows.some(own) ? 'selfDeveloped' : 'transferOnly',
  }
}
