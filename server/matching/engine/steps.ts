import { evaluate, type Scope } from './evaluate.ts'
import { expressionNodes, precedence, type Expression } from '../../../contract/rule/expression.ts'
import { formulaInWords } from '../../../contract/rule/formula-words.ts'
import { isRational } from './value.ts'
import { type Rational, toDecimal, withoutLastZeros } from './rational.ts'
import { valueInWords } from './words.ts'

const SIGNS: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' }

/** The formula with its figures inserted and only the branch that applies: “代入：min(5000 × 0.08, 300) = 300万元”. */
export function calculation(node: Expression, scope: Scope, result: string): string {
  const text = write(node, scope, 0)
  return `${result}`.startsWith(text) && /^[\d.]+$/.test(text) ? `代入：${result}` : `代入：${text} = ${result}`
}

/** The facts that the applying branch reads: “取值：上年度研发费用 742万元，适用企业所得税率 15%”. */
export function figures(node: Expression, scope: Scope): string[] {
  const { catalog } = scope.facts
  const keys = [...new Set(used(node, scope))]
  const list = keys.flatMap((key) => {
    const field = catalog.byKey.get(key)
    const value = scope.given?.has(key)
      ? scope.given.get(key)
      : field && (field.dated ? scope.facts.value(key, scope.gaps) : scope.facts.slot(field.index))
    const plain =
      value !== undefined && typeof value === 'object' && value !== null && 'd' in value ? Number(toDecimal(value as Rational, 6)) : value
    return field && plain !== undefined ? [`${field.label} ${valueInWords(field, plain)}`] : []
  })
  if (keys.includes('corpTaxRate') && scope.facts.smallProfit?.(scope.facts) === undefined) list.push('小型微利条件待补充，暂不按 5% 计')
  list.push(...datedFigures(node, scope))
  return list.length ? [`取值：${list.join('，')}`] : []
}

/** Figures looked up by date: “贷款发放日期当日的一年期LPR 3%”. */
function datedFigures(node: Expression, scope: Scope): string[] {
  return [...expressionNodes(node)].flatMap((each) => {
    const [of] = each.type === 'call' && each.name === 'asOf' ? each.args : []
    const value = of ? evaluate(each, scope) : undefined
    const field = of?.type === 'field' ? scope.facts.catalog.byKey.get(of.key) : undefined
    if (!field || !isRational(value)) return []
    return [`${formulaInWords(scope.facts.catalog.words, each)} ${valueInWords(field, Number(toDecimal(value, 6)))}`]
  })
}

function used(node: Expression, scope: Scope): string[] {
  switch (node.type) {
    case 'field':
      return [node.key]
    case 'choose': {
      const test = evaluate(node.test, scope)
      return [...used(node.test, scope), ...used(test === true ? node.yes : node.no, scope)]
    }
    case 'binary':
      return [...used(node.left, scope), ...used(node.right, scope)]
    case 'call':
      if (node.name === 'asOf') return node.args.slice(1).flatMap((each) => used(each, scope))
      return node.name.startsWith('rows') ? [] : node.args.flatMap((each) => used(each, scope))
    case 'negate':
    case 'not':
      return used(node.of, scope)
    default:
      return []
  }
}

function write(node: Expression, scope: Scope, outer: number): string {
  switch (node.type) {
    case 'number':
      return node.text.includes('.') ? withoutLastZeros(node.text).replace(/\.$/, '') : node.text
    case 'choose': {
      const test = evaluate(node.test, scope)
      return test === undefined ? '待定' : write(test === true ? node.yes : node.no, scope, outer)
    }
    case 'binary': {
      const rank = precedence[node.op]
      const text = `${write(node.left, scope, rank)} ${SIGNS[node.op] ?? node.op} ${write(node.right, scope, rank + 1)}`
      return rank < outer ? `(${text})` : text
    }
    case 'call':
      return node.name === 'min' || node.name === 'max'
        ? `${node.name}(${node.args.map((each) => write(each, scope, 0)).join(', ')})`
        : plain(node, scope)
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
