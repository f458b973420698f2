import type { RowsCall } from '../../../contract/rule/rows.ts'
import type { Expression } from '../../../contract/rule/expression.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import type { ColumnType, SqlPorts } from './sql.ts'

/** Any formula as SQL (sql-formula.ts, which calls this file for rows). */
type FormulaSql = (catalog: Catalog, node: Expression, ports: SqlPorts, day: string | undefined) => string

/** A call over rows as SQL: NULL when the list is unknown, a row is open, or a selected row lacks the column (rows.ts). */
export function rowsSql(
  catalog: Catalog,
  { name, list, column, value, top, where }: RowsCall,
  ports: SqlPorts,
  day: string | undefined,
  formulaSql: FormulaSql,
): string {
  const { rowFields: columns, during } = catalog.byKey.get(list) ?? {}
  if (!columns) throw new Error(`没有清单 ${list}`)
  const cell = (key: string, type: ColumnType): string => {
    const of = `'${key.replaceAll("'", "''")}'`
    return type === 'jsonb' ? `NULLIF(r.v->${of}, 'null')` : type === 'text' ? `(r.v->>${of})` : `(r.v->>${of})::${type}`
  }
  const inRow: SqlPorts = { ...ports, column: (key, type) => (columns.has(key) ? cell(key, type) : ports.column(key, type)) }
  const byKey = { get: (key: string) => columns.get(key) ?? catalog.byKey.get(key) } as Catalog['byKey']
  const inside = (node: Expression): string => formulaSql({ ...catalog, byKey }, node, inRow, day)
  const taken = where ? inside(where) : 'true'
  const kept = column === null ? (value ? inside(value) : null) : cell(column, typeOf(columns.get(column)))
  const rows = ports.column(list, 'jsonb')
  const today = during ? formulaSql(catalog, { type: 'field', key: 'applyDate' }, ports, day) : ''
  const inForce = during ? ` WHERE ${cell(during[0], 'date')} <= ${today} AND ${today} <= ${cell(during[1], 'date')}` : ''
  const open = kept === null || name === 'rowsCount' ? 'taken IS NULL' : 'taken IS NULL OR (taken AND kept IS NULL)'
  return `(CASE WHEN ${rows} IS NOT NULL THEN (SELECT CASE WHEN bool_or(${open}) THEN NULL ELSE ${top === null ? SUMMED[name] : `COALESCE(sum(kept) FILTER (WHERE taken AND place <= ${top}), 0)`} END
    FROM (SELECT *${top === null ? '' : ', row_number() OVER (PARTITION BY taken ORDER BY kept DESC) AS place'}
      FROM (SELECT ${taken} AS taken, ${kept ?? 'NULL'} AS kept FROM jsonb_array_elements(${rows}) AS r(v)${inForce}) AS y) AS x) END)`
}

const SUMMED: Readonly<Record<RowsCall['name'], string>> = {
  rowsTop: '',
  rowsCount: '(count(*) FILTER (WHERE taken))::numeric',
  rowsSum: 'COALESCE(sum(kept) FILTER (WHERE taken), 0)',
  rowsMax: 'max(kept) FILTER (WHERE taken)',
  rowsMin: 'min(kept) FILTER (WHERE taken)',
  rowsDistinct: '(count(DISTINCT kept) FILTER (WHERE taken))::numeric',
}

function typeOf(field: CatalogField | undefined): ColumnType {
  if (field?.numeric) return 'numeric'
  return field?.type === 'boolean' || field?.type === 'date' ? field.type : field?.type === 'multiEnum' ? 'jsonb' : 'text'
}
