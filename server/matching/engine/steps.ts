import { evaluate, type Scope } from './evaluate.ts'
import type { Expression } from './expression.ts'
import { isRational } from './facts.ts'
import { toDecimal } from './rational.ts'

const SIGNS: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' }
const RANK: Readonly<Record<string, number>> = { '||': 1, '&&': 2, '==': 3, '!=': 3, '<': 4, '<=': 4, '>': 4, '>=': 4, '+': 5, '-': 5, '*': 6, '/': 6 }

/** The formula with the figures put in and only the branch that applies: “min(5000 × 0.08, 300)”. */
export function substituted(node: Expression, scope: Scope): string {
  return write(node, scope, 0)
}

function write(node: Expression, scope: Scope, outer: number): string {
  switch (node.type) {
    case 'number':
      return node.text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
    case 'choose': {
      const test = evaluate(node.test, scope)
      return test === undefined ? '待定' : write(test === true ? node.yes : node.no, scope, outer)
    }
    case 'binary': {
      const rank = RANK[node.op] ?? 0
      const text = `${write(node.left, scope, rank)} ${SIGNS[node.op] ?? node.op} ${write(node.right, scope, rank + 1)}`
      return rank < outer ? `(${text})` : text
    }
    case 'call':
      return node.name === 'min' || node.name === 'max' ? `${node.name}(${node.args.map((each) => write(each, scope, 0)).join(', ')})` : plain(node, scope)
    case 'negate':
      return `−${write(node.of, scope, 7)}`
    default:
      return plain(node, scope)
  }
}

function plain(node: Expression, scope: Scope): string {
  const value = evaluate(node, scope)
  if (value === undefined) return '待补充'
  if (isRational(value)) return toDecimal(value, 6)
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value)
}
