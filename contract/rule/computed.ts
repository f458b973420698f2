import { type Expression, ExpressionError, parseExpression } from './expression.ts'
import { formulaInWords } from './formula-words.ts'
import { rowsCall } from './rows.ts'
import { unitOfFormula } from './unit.ts'
import type { Vocabulary, WordedField } from './vocabulary.ts'

export const formulaOf = (key: string): Expression => parseExpression(key.slice(1))

/** Functions whose result is not a number. */
const ANSWERS: Readonly<Record<string, string>> = {
  isIn: 'boolean',
  within: 'boolean',
  addMonths: 'date',
  left: 'string',
  section: 'string',
}

/** The type of a formula’s result: number, boolean, date, or the type of the field that it names. */
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

/** A formula as a field: its text is its label. An unreadable one is shown as typed. */
export function computedField(words: Vocabulary, key: string): WordedField {
  const labels: ReadonlyMap<string, string> = new Map()
  try {
    const formula = formulaOf(key)
    const unit = unitOfFormula(words, formula)
    return { label: formulaInWords(words, formula, unit), type: typeOfFormula(words, formula), unit, labels }
  } catch (error) {
    if (error instanceof ExpressionError) return { label: key.slice(1), type: 'number', unit: null, labels }
    throw error
  }
}
