import type { Expression } from '../../contract/rule/expression.ts'
import { rowsFormula, rowsOfNode, type RowTest } from './row-shapes.ts'

/** Earlier supports of a company, as chosen: from this platform by policy, level and years, plus a declared figure. */
export interface Received {
  /** '' = any */
  policy: string
  level: string
  /** number of years before the day of judging, including its year; null = ever */
  years: number | null
  /** only paid sums, not sums that were only decided */
  paid: boolean
  /** a figure of supports received elsewhere that the company declares; '' = none */
  declared: string
}
export const freshReceived: Received = { policy: '', level: '', years: null, paid: false, declared: '' }

export function receivedFormula({ policy, level, years, paid, declared }: Received): string {
  const tests: RowTest[] = [
    ...(policy ? [{ column: 'policy', op: '==', value: policy } as const] : []),
    ...(level ? [{ column: 'level', op: '==', value: level } as const] : []),
    ...(years === null ? [] : [{ column: 'year', op: 'recent', value: years } as const]),
    ...(paid ? [{ column: 'paid', op: '==', value: true } as const] : []),
  ]
  const sum = rowsFormula({ list: 'support', name: 'rowsSum', column: 'amount', tests })
  return declared ? `${sum} + ${declared}` : sum
}

/** The choices behind such a formula; undefined for any other. */
export function receivedOfNode(node: Expression): Received | undefined {
  if (node.type === 'binary' && node.op === '+' && node.right.type === 'field') {
    const inner = receivedOfNode(node.left)
    return inner && inner.declared === '' ? { ...inner, declared: node.right.key } : undefined
  }
  const rows = rowsOfNode(node)
  if (!rows || rows.list !== 'support' || rows.name !== 'rowsSum' || rows.column !== 'amount') return undefined
  if (rows.times !== undefined || rows.share !== undefined || rows.by !== undefined || rows.most !== undefined) return undefined
  const found = { ...freshReceived }
  for (const { column, op, value } of rows.tests) {
    if (column === 'policy' && op === '==' && !found.policy) found.policy = String(value)
    else if (column === 'level' && op === '==' && !found.level) found.level = String(value)
    else if (column === 'year' && op === 'recent' && found.years === null) found.years = Number(value)
    else if (column === 'paid' && op === '==' && value === true) found.paid = true
    else return undefined
  }
  return found
}
