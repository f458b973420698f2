import { BUILT_IN } from './catalog.ts'
import { FUNCTIONS } from './evaluate.ts'
import { type Expression, ExpressionError, expressionNodes, parseExpression } from '../../../contract/rule/expression.ts'
import { gradesIssue } from './check-grades.ts'
import { rowsIssue, type ColumnsOf } from './check-rows.ts'
import type { Field, Issue } from './types.ts'

/** Functions whose first argument names a series of years (revenue → revenueY1…Y3). */
const SERIES = new Set(['yearsSum', 'hnteGrowth'])

/** Why a formula with these keys cannot be used; undefined when it can. */
export function formulaIssue(source: string, has: (key: string) => boolean, columnsOf?: ColumnsOf): string | undefined {
  let formula: Expression
  try {
    formula = parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return `公式无法识别：${error.message}`
    throw error
  }
  const series = new Set<Expression>()
  for (const node of expressionNodes(formula)) {
    if (node.type === 'call') {
      const rows = node.name.startsWith('rows') ? rowsIssue(node, has, columnsOf) : undefined
      if (rows) return rows
      const arity = FUNCTIONS.get(node.name)
      if (!arity) return `公式中没有函数“${node.name}”`
      if (node.args.length < arity[0] || node.args.length > arity[1]) return `函数“${node.name}”的参数个数不对`
      const grades = gradesIssue(node)
      if (grades) return grades
      const first = node.args[0]
      if (node.name === 'asOf' && first?.type !== 'field') return '函数“asOf”的第一项应为随时间变化的数'
      if (!SERIES.has(node.name) || !first) continue
      if (first.type !== 'field' || !has(`${first.key}Y1`)) return `函数“${node.name}”需要有 Y1～Y3 的年度系列`
      series.add(first)
    } else if (node.type === 'field' && !series.has(node) && node.key !== 'applyDate' && !has(node.key))
      return `公式中没有字段“${node.key}”`
  }
  return undefined
}

/** Keys that a derived field reads directly. */
export function formulaFields(source: string): string[] {
  const keys = new Set<string>()
  for (const node of expressionNodes(parseExpression(source))) {
    if (node.type === 'call' && SERIES.has(node.name) && node.args[0]?.type === 'field')
      for (const year of [1, 2, 3]) keys.add(`${node.args[0].key}Y${year}`)
    else if (node.type === 'field' && node.key !== 'applyDate') keys.add(node.key)
  }
  return [...keys]
}

/** Duplicate keys, unusable formulas and circular derived fields. */
export function checkFields(fields: readonly Field[]): Issue[] {
  const keys = new Set(fields.map((field) => field.key))
  const columns = new Map(fields.flatMap((field) => (field.columns ? [[field.key, new Set(field.columns.map(({ key }) => key))]] : [])))
  const issues: Issue[] = []
  const reads = new Map<string, readonly string[]>()
  const place = new Map(fields.map((field, index) => [field.key, `fields[${index}]`]))
  fields.forEach((field, index) => {
    if (place.get(field.key) !== `fields[${index}]`) issues.push({ path: `fields[${index}].key`, message: `字段“${field.key}”重复` })
    if (!field.derived || field.dated || BUILT_IN.has(field.key)) return
    const source = field.expr ?? ''
    const message = formulaIssue(
      source,
      (key) => keys.has(key),
      (key) => columns.get(key),
    )
    if (message) issues.push({ path: `fields[${index}].expr`, message: `派生字段“${field.label}”：${message}` })
    else reads.set(field.key, formulaFields(source))
  })
  const done = new Set<string>()
  const walk = (key: string, path: readonly string[]): void => {
    if (path.includes(key)) {
      const circle = [...path.slice(path.indexOf(key)), key]
      if (!circle.some((each) => done.has(each)))
        issues.push({ path: `${place.get(key)}.expr`, message: `派生字段循环引用：${circle.join(' → ')}` })
      for (const each of circle) done.add(each)
      return
    }
    if (done.has(key)) return
    for (const next of reads.get(key) ?? []) walk(next, [...path, key])
    done.add(key)
  }
  for (const key of reads.keys()) walk(key, [])
  return issues
}
