import type { Expression } from './expression.ts'
import { gradedCall, optionCall } from './graded.ts'
import { rowsCall } from './rows.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The unit of a formula; a quotient of equal units is a share. */
export function unitOfFormula(words: Vocabulary, node: Expression): string | null {
  if (node.type === 'field') return words.field(node.key)?.unit ?? null
  if (node.type === 'negate') return unitOfFormula(words, node.of)
  const options = optionCall(node)
  if (options) return options.entries.every(({ value }) => value.percent) ? 'ratio' : null
  if (node.type === 'choose') return unitOfFormula(words, node.yes) ?? unitOfFormula(words, node.no)
  if (node.type === 'call') {
    const rows = rowsCall(node)
    if (rows?.name === 'rowsCount' || rows?.name === 'rowsDistinct') return '项'
    if (rows) {
      const columns = words.field(rows.list)?.rowFields
      return rows.value ? unitOfFormula({ ...words, field: (key) => columns?.get(key) ?? words.field(key) }, rows.value) : null
    }
    const graded = gradedCall(node)
    if (graded) {
      if (!graded.grades.every(({ value }) => value.percent)) return null
      return graded.name === 'slices' ? unitOfFormula(words, graded.of) : 'ratio'
    }
    if (node.name === 'compound') return 'ratio'
    if (node.name === 'count') return '项'
    const calendar = { years: '年', months: '月', monthsBegun: '月', days: '天', yearOf: '年' }[node.name]
    if (calendar) return calendar
    if (node.name === 'yearsSum' && node.args[0]?.type === 'field') return words.field(`${node.args[0].key}Y1`)?.unit ?? null
    if (node.name === 'asOf' && node.args[0]) return unitOfFormula(words, node.args[0])
    return node.args.map((each) => unitOfFormula(words, each)).find((each) => each !== null) ?? null
  }
  if (node.type !== 'binary') return null
  const [left, right] = [unitOfFormula(words, node.left), unitOfFormula(words, node.right)]
  if (node.op === '/') {
    if (right === null || (right === 'ratio' && left !== 'ratio')) return left
    return left === right ? 'ratio' : left === null || left === 'ratio' || left.includes('/') ? null : `${left}/${right}`
  }
  if (node.op === '*') {
    if (left !== null && right !== null && left.endsWith(`/${right}`)) return left.slice(0, -right.length - 1)
    return left === 'ratio' ? right : right === 'ratio' ? left : (left ?? right)
  }
  // “10% − 年数 × 2%” is still a share.
  return node.left.type === 'number' && node.left.percent ? 'ratio' : (left ?? right)
}
