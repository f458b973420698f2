import { growthOf } from '../../../contract/rule/growth.ts'
import { rowsCall } from '../../../contract/rule/rows.ts'
import { type Expression } from '../../../contract/rule/expression.ts'
import type { Catalog } from './catalog.ts'
import { inForceSql } from './dated.ts'
import { isGraded } from '../../../contract/rule/graded.ts'
import { gradedSql } from './sql-graded.ts'
import { rowsSql } from './sql-rows.ts'
import type { SqlPorts } from './sql.ts'

/** Digits of a quotient, and the digits to which a result is cut before comparing: three thirds are 1. */
const CARRIED = 50
const COMPARED = 30

const SIGNS: Readonly<Record<string, string>> = { '==': '=', '!=': '<>', '&&': 'AND', '||': 'OR' }

/**
 * A formula over fact rows as SQL, NULL when a needed fact is missing or a divisor is 0. Formulas that need more than fields (sizing,
 * section, hnteGrowth) are stored in the rows as derived fields and not written here.
 */
export function formulaSql(catalog: Catalog, node: Expression, ports: SqlPorts, day: string | undefined): string {
  const sql = (each: Expression): string => formulaSql(catalog, each, ports, day)
  switch (node.type) {
    case 'number':
      return `${node.text}::numeric`
    case 'string':
      return `${ports.param(node.value)}::text`
    case 'boolean':
      return String(node.value)
    case 'field':
      return fieldSql(catalog, node.key, ports, day)
    case 'negate':
      return `(- ${sql(node.of)})`
    case 'not':
      return `(NOT ${sql(node.of)})`
    case 'choose': {
      const [test, yes, no] = [sql(node.test), sql(node.yes), sql(node.no)]
      return `(CASE WHEN ${test} THEN ${yes} WHEN NOT ${test} THEN ${no} WHEN ${yes} = ${no} THEN ${yes} END)`
    }
    case 'binary': {
      const elapsed = node.right.type === 'number' ? elapsedSql(catalog, node.left, node.op, node.right.text, ports, day) : undefined
      if (elapsed !== undefined) return elapsed
      const [left, right] = [sql(node.left), sql(node.right)]
      const before = growthOf(node)?.[1]
      if (before !== undefined) return `(CASE WHEN ${fieldSql(catalog, before, ports, day)} > 0 THEN ${left} - ${right} END)`
      if (node.op === '/') return `(round(${left}, ${CARRIED}) / NULLIF(${right}, 0))`
      if (['<', '<=', '>', '>=', '==', '!='].includes(node.op))
        return `(${cut(node.left, left)} ${SIGNS[node.op] ?? node.op} ${cut(node.right, right)})`
      return `(${left} ${SIGNS[node.op] ?? node.op} ${right})`
    }
    case 'call':
      return callSql(catalog, node, ports, day)
  }
}

/**
 * `years(a, b) >= 2` as one comparison of dates: N years have passed when the day N years after the first has come (the same calendar as
 * `years` itself). Undefined for anything but whole years or months against a whole number. A fifth of the time of counting the years.
 */
export function elapsedSql(
  catalog: Catalog,
  node: Expression,
  op: string,
  count: string,
  ports: SqlPorts,
  day: string | undefined,
): string | undefined {
  if (node.type !== 'call' || (node.name !== 'years' && node.name !== 'months') || !/^\d{1,3}$/.test(count)) return undefined
  const reached = { '>=': 0, '<': 0, '>': 1, '<=': 1 }[op]
  if (reached === undefined) return undefined
  const [first, second] = node.args.map((each) => formulaSql(catalog, each, ports, day))
  const months = (Number(count) + reached) * (node.name === 'years' ? 12 : 1)
  const passed = `((${first} + make_interval(months => ${months}))::date <= ${second})`
  return op.startsWith('<') ? `(NOT ${passed})` : passed
}

/** Only quotients have more digits than written. */
const cut = (node: Expression, sql: string): string =>
  node.type === 'binary' && '+-*/'.includes(node.op) ? `round(${sql}, ${COMPARED})` : sql
export const comparedSql = (sql: string): string => `round(${sql}, ${COMPARED})`

const applyDateSql = (ports: SqlPorts, day: string | undefined): string =>
  day === undefined ? 'CURRENT_DATE' : `${ports.param(day)}::date`

export function fieldSql(catalog: Catalog, key: string, ports: SqlPorts, day: string | undefined): string {
  if (key === 'applyDate') return applyDateSql(ports, day)
  const field = catalog.byKey.get(key)
  if (!field) throw new Error(`字段目录中没有 ${key}`)
  if (field.dated) return inForceSql(field.dated, applyDateSql(ports, day))
  return ports.column(
    key,
    field.numeric
      ? 'numeric'
      : field.type === 'boolean' || field.type === 'date'
        ? field.type
        : field.type === 'multiEnum'
          ? 'jsonb'
          : 'text',
  )
}

function callSql(catalog: Catalog, { name, args }: Expression & { type: 'call' }, ports: SqlPorts, day: string | undefined): string {
  const sql = (each: Expression): string => formulaSql(catalog, each, ports, day)
  const rows = rowsCall({ type: 'call', name, args })
  if (rows) return rowsSql(catalog, rows, ports, day, formulaSql)
  if (isGraded(name)) return gradedSql({ type: 'call', name, args }, sql, comparedSql)
  const dated = name === 'asOf' && args[0]?.type === 'field' ? catalog.byKey.get(args[0].key)?.dated : undefined
  if (name === 'asOf') return inForceSql(dated ?? [], formulaSql(catalog, args[1] as Expression, ports, day))
  // Each argument is written once: the database refuses a parameter that the statement does not use.
  const all = name === 'yearsSum' ? [] : args.map((each) => formulaSql(catalog, each, ports, day))
  const [first = '', second = '', third = ''] = all
  const months = (count: string): string => `make_interval(months => trunc(${count})::int)`
  const later = (from: string, count: string): string => `(${from} + ${months(count)})::date`
  const between = `((date_part('year', ${second}) - date_part('year', ${first})) * 12 + date_part('month', ${second}) - date_part('month', ${first}))::numeric`
  const wholeMonths = `(${between} - (CASE WHEN ${later(first, between)} > ${second} THEN 1 ELSE 0 END))`
  switch (name) {
    case 'min':
    case 'max':
      return `(CASE WHEN ${all.map((each) => `${each} IS NOT NULL`).join(' AND ')} THEN ${name === 'min' ? 'LEAST' : 'GREATEST'}(${all.join(', ')}) END)`
    case 'floor':
      return `floor(${comparedSql(first)})`
    case 'pow':
      return `power(round(${first}, ${CARRIED}), ${second})`
    case 'compound':
      return `(SELECT CASE WHEN q.b > 0 AND q.a >= 0 THEN round(power(round(q.a, ${CARRIED}) / q.b, round(1::numeric / ${third}, ${CARRIED})), ${COMPARED}) - 1 END
        FROM (SELECT ${first} AS a, ${second} AS b) AS q)`
    case 'isIn':
      return `(${all
        .slice(1)
        .map((each) => `${first} = ${each}`)
        .join(' OR ')})`
    case 'count':
      return `jsonb_array_length(${first})::numeric`
    case 'days':
      return `(${second} - ${first})::numeric`
    case 'months':
      return wholeMonths
    case 'monthsBegun':
      return `(${wholeMonths} + (CASE WHEN ${later(first, wholeMonths)} < ${second} THEN 1 ELSE 0 END))`
    case 'years':
      return `floor(${wholeMonths} / 12)`
    case 'addMonths':
      return later(first, second)
    case 'within':
      return `(${first} <= ${second} AND ${second} <= ${later(first, third)})`
    case 'yearOf':
      return `date_part('year', ${first})::numeric`
    case 'yearsSum': {
      const series = args[0]?.type === 'field' ? args[0].key : ''
      const years = ports.column('operatingYears', 'numeric')
      const part = (year: number): string =>
        `(CASE WHEN ${year === 1 ? 'true' : `COALESCE(floor(${years}) >= ${year}, true)`} THEN ${ports.column(`${series}Y${year}`, 'numeric')} ELSE 0 END)`
      return `(${[1, 2, 3].map(part).join(' + ')})`
    }
    default:
      throw new Error(`函数 ${name} 不能写成 SQL`)
  }
}
