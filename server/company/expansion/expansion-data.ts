import { sql } from 'kysely'
import type { ArchiveTable, ExpansionDataRow, ExpansionField, ExpansionRow, ExpansionTable } from '../../../contract/company/expansion.ts'
import type { ExpansionRowTable } from '../../../db/tables/company.ts'
import type { Selectable } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { readerOf } from '../access.ts'
import { noteListed, noteSitting } from '../uses.ts'
import { inArea } from '../area.ts'
import { editsRows, rowsVisibleTo } from './access.ts'
import { maskValues, openValues } from './fields.ts'
import { rowSources } from '../../../contract/company/field-types.ts'
import { loadTables, tableById } from './tables.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

const ROWS_SHOWN = 100
type StoredRow = Selectable<ExpansionRowTable> & { by_name: string | null }

/** The expansion tables of one company as its archive shows them; `rowsVisibleTo` checks the consent for rows that the company reported. */
export async function archiveTables(k: Kernel, actor: Actor, companyId: number, businessType: string | null): Promise<ArchiveTable[]> {
  const tables = await loadTables(k.db, { enabled: true, businessType })
  if (tables.length === 0) return []
  const rows = await k.db
    .with('p', (db) =>
      db
        .selectFrom('expansion_row as r')
        .innerJoin('company as c', 'c.id', 'r.company_id')
        .selectAll('r')
        .select([
          sql<number>`row_number() over (partition by r.table_id order by r.id desc)`.as('place'),
          sql<number>`count(*) over (partition by r.table_id)`.as('total'),
        ])
        .where('r.company_id', '=', companyId)
        .where(
          'r.table_id',
          'in',
          tables.map((t) => t.id),
        )
        .where(rowsVisibleTo(actor)),
    )
    .selectFrom('p')
    .leftJoin('sys_user as u', 'u.id', 'p.updated_by')
    .selectAll('p')
    .select('u.name as by_name')
    .where('p.place', '<=', ROWS_SHOWN)
    .orderBy('p.id', 'desc')
    .execute()
  const files = await filesOfRows(
    k.db,
    rows.map((r) => r.id),
  )
  return tables.map((table) => {
    const own = rows.filter((r) => r.table_id === table.id)
    const editable = editsRows(actor, table)
    return { table, total: Number(own[0]?.total ?? 0), editable, rows: own.map((r) => shownRow(k, actor, table, r, files)) }
  })
}

export interface DataFilters {
  tableId: number
  companyName?: string | undefined
  streetId?: string | undefined
  companyId?: number | undefined
}
/** Rows of one table for all companies that the actor may see; list and export share it. */
export function askedRows(db: Db, actor: Actor, q: DataFilters) {
  let base = db
    .selectFrom('expansion_row as r')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .where('r.table_id', '=', q.tableId)
    .where(rowsVisibleTo(actor))
  if (q.companyName) base = base.where('c.name', 'like', likeText(q.companyName))
  if (q.streetId) base = base.where(inArea('c.street_id', q.streetId))
  if (q.companyId !== undefined) base = base.where('r.company_id', '=', q.companyId)
  return base
}

export async function listData(
  k: Kernel,
  actor: Actor,
  table: ExpansionTable,
  q: DataFilters & { page: number; pageSize: number },
): Promise<{ total: number; list: ExpansionDataRow[] }> {
  const { total, rows } = await pageOf(
    askedRows(k.db, actor, q),
    q,
    (page) => page.orderBy('r.id', 'desc'),
    (page) =>
      page
        .leftJoin('sys_user as u', 'u.id', 'r.updated_by')
        .selectAll('r')
        .select(['u.name as by_name', 'c.name as company_name', 'c.credit_code']),
  )
  const files = await filesOfRows(
    k.db,
    rows.map((r) => r.id),
  )
  return {
    total,
    list: rows.map((r) => ({ ...shownRow(k, actor, table, r, files), companyName: r.company_name, code: r.credit_code })),
  }
}

/** Rows of all companies, for staff. The look is recorded for companies whose own reports are shown (G-06). */
export async function lookAtData(k: Kernel, actor: Actor, q: DataFilters & { page: number; pageSize: number }) {
  const table = await tableById(k.db, q.tableId)
  const found = await listData(k, actor, table, q)
  const reported = found.list.filter((row) => row.source === rowSources.company).map((row) => row.companyId)
  await noteListed(k, k.db, actor, `查看拓展表“${table.tableName}”`, [...new Set(reported)])
  return found
}

/** Rows of one company in an enabled table, newest first. Reading by staff counts as a use of the archive. */
export async function companyRowsOf(
  k: Kernel,
  call: Call,
  actor: Actor,
  { companyId: asked, ...q }: { tableId: number; companyId?: number | undefined; page: number; pageSize: number },
): Promise<{ total: number; list: ExpansionRow[] }> {
  const { companyId, own } = await readerOf(k.db, actor, asked)
  const [table] = await loadTables(k.db, { id: q.tableId, enabled: true })
  if (!table) throw notFound('拓展表不存在或已停用')
  const found = await listData(k, actor, table, { ...q, companyId })
  if (!own) await noteSitting(k, call, actor, companyId, 'company.archive.read')
  return found
}

type RowFile = { object_id: string | null; filePath: string; fileName: string; size: number }
async function filesOfRows(db: Db, ids: readonly number[]): Promise<RowFile[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('file')
    .select(['object_id', 'key as filePath', 'name as fileName', 'size'])
    .where('object_type', '=', ROW_FILES)
    .where('object_id', 'in', ids.map(String))
    .execute()
}
/** object type of the files of a row */
export const ROW_FILES = 'expansionRow'

function shownRow(k: Kernel, actor: Actor, table: ExpansionTable, r: StoredRow, files: readonly RowFile[]): ExpansionRow {
  const own = actor.type === 'QY'
  const known = (f: ExpansionField) => r.values[f.fieldKey] !== undefined
  const opened = openValues(k, table.fields, Object.fromEntries(table.fields.filter(known).map((f) => [f.fieldKey, r.values[f.fieldKey]!])))
  return {
    id: r.id,
    tableId: r.table_id,
    companyId: r.company_id,
    version: r.version,
    values: own ? opened : maskValues(table.fields, opened),
    files: files.filter((f) => f.object_id === String(r.id)).map(({ filePath, fileName, size }) => ({ filePath, fileName, size })),
    origins: Object.fromEntries(
      table.fields.flatMap((f) => {
        const origin = r.origins[f.fieldKey]
        return origin ? [[f.fieldKey, { source: origin[0], asOf: origin[1] }]] : []
      }),
    ),
    source: r.source,
    updatedAt: r.updated_at,
    updatedBy: r.by_name,
    editable: editsRows(actor, table),
  }
}
