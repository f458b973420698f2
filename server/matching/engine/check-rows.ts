import { type Expression, expressionNodes } from '../../../contract/rule/expression.ts'
import { rowsCall } from '../../../contract/rule/rows.ts'
import { gradesIssue } from './check-grades.ts'
import { FUNCTIONS } from './evaluate.ts'

/** The column keys of a list; undefined when it is not a list. */
export type ColumnsOf = (list: string) => ReadonlySet<string> | undefined

/** Why a call over rows cannot be used; undefined when it can. A condition may use columns and also facts of the company. */
export function rowsIssue(
  node: Expression & { type: 'call' },
  has: (key: string) => boolean,
  columnsOf: ColumnsOf | undefined,
): string | undefined {
  const rows = rowsCall(node)
  if (!FUNCTIONS.has(node.name)) return `公式中没有函数“${node.name}”`
  if (!rows) return `函数“${node.name}”要先写一个清单，除条数外再写一列${node.name === 'rowsTop' ? '和几项' : ''}`
  const columns = columnsOf?.(rows.list)
  if (!columns) return `“${rows.list}”不是档案里的清单`
  if (rows.column !== null && !columns.has(rows.column)) return `清单里没有“${rows.column}”这一列`
  const inside = [...(rows.value ? expressionNodes(rows.value) : []), ...(rows.where ? expressionNodes(rows.where) : [])]
  for (const each of inside) {
    if (each.type === 'call' && each.name.startsWith('rows')) return '清单的行里不能再统计另一个清单'
    if (each.type === 'call') {
      const arity = FUNCTIONS.get(each.name)
      if (!arity) return `公式中没有函数“${each.name}”`
      if (each.args.length < arity[0] || each.args.length > arity[1]) return `函数“${each.name}”的参数个数不对`
      const grades = gradesIssue(each)
      if (grades) return grades
    }
    if (each.type === 'field' && each.key !== 'applyDate' && !columns.has(each.key) && !has(each.key))
      return `清单里没有“${each.key}”这一列`
  }
  return undefined
}
