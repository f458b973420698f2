import { type Expression, ExpressionError, parseExpression } from './expression.ts'
import { formulaInWords } from './formula-words.ts'
import { rowsCall } from './rows.ts'
import type { Vocabulary, WordedField } from './vocabulary.ts'

export const formulaOf = (key: string): Expression => parseExpression(key.slice(1))

/** Functions that answer with something else than a number. */
const ANSWERS: Readonly<Record<string, string>> = {
  isIn: 'boolean',
  within: 'boolean',
  addMonths: 'date',
  left: 'string',
  section: 'string',
}

/** What a formula answers with: number, boolean, date, or the type of the field that it names. */
export function typeOfFormula(words: Vocabulary, node: Expression): string {
  switch (node.type) {
    case 'field':
      return node.key === 'applyDate' ? 'date' : (words.field(node.key)?.type ?? 'number')
    case 'boolean':
    case 'not':
      return 'boolean'
    case 'string':
      return 'string'
    case 'binary':
      return '+-*/'.includes(node.op) ? 'number' : 'boolean'
    case 'choose':
      return typeOfFormula(words, node.yes)
    case 'call': {
      const rows = rowsCall(node)
      if (rows && (rows.name === 'rowsMax' || rows.name === 'rowsMin'))
        return words.field(rows.list)?.rowFields?.get(rows.column ?? '')?.type === 'date' ? 'date' : 'number'
      return ANSWERS[node.name] ?? 'number'
    }
    default:
      return 'number'
  }
}

/** What a formula is measured in; a quotient of equal units is a share. */
export function unitOfFormula(words: Vocabulary, node: Expression): string | null {
  if (node.type === 'field') return words.field(node.key)?.unit ?? null
  if (node.type === 'negate') return unitOfFormula(words, node.of)
  if (node.type === 'choose') return unitOfFormula(words, node.yes) ?? unitOfFormula(words, node.no)
  if (node.type === 'call') {
    const rows = rowsCall(node)
    if (rows?.name === 'rowsCount' || rows?.name === 'rowsDistinct') return '项'
    if (rows) {
      const columns = words.field(rows.list)?.rowFields
      return rows.value ? unitOfFormula({ ...words, field: (key) => columns?.get(key) ?? words.field(key) }, rows.value) : null
    }
    const calendar = { years: '年', months: '月', days: '天', yearOf: '年' }[node.name]
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
  return left ?? right
}

/** A formula as a field: its words are its name. One that cannot be read stands as it was typed. */
export function computedField(words: Vocabulary, key: string): WordedField {
  const labels: ReadonlyMap<string, string> = new Map()
  try {
    const formula = formulaOf(key)
    const unit = unitOfFormula(words, formula)
    return { label: formulaInWords(words, formula, null), type: typeOfFormula(words, formula), unit, labels }
  } catch (error) {
    if (error instanceof ExpressionError) return { label: key.slice(1), type: 'number', unit: null, labels }
    throw error
  }
}
