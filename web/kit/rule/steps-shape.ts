import type { Expression } from '../../../contract/rule/expression.ts'
import { rowsFormula, rowsOfNode, type RowShape } from './row-shapes.ts'

/** One thing of a calculation that goes step by step: a field, a figure, or rows that are counted; perhaps at most or at least so much. */
export interface StepPart {
  what: 'field' | 'number' | 'percent' | 'rows'
  key: string
  /** of `percent`: 8 is 8 % */
  number: number
  rows?: RowShape
  /** of a figure that changes with time: on which date, '' = the day of judging */
  on: string
  most: number | null
  least: number | null
  /** never more than another field; instead of `most` */
  mostOf?: string
  /** so many percent of it count: 60 is 60 % */
  share?: number
}
export type StepSign = '+' | '-' | '*' | '/'
/** Each step takes the result of those before it; the sign of the first does not count. */
export interface Step {
  sign: StepSign
  part: StepPart
}
export const freshPart: StepPart = { what: 'field', key: '', number: 1, on: '', most: null, least: null }
export const freshSteps: readonly Step[] = [
  { sign: '+', part: freshPart },
  { sign: '*', part: freshPart },
]

const NOT_CHOSEN = '_'
const chosen = (key: string) => (key === NOT_CHOSEN ? '' : key)

function partFormula({ what, key, number, rows, on, most, mostOf, least, share }: StepPart): string {
  if (what === 'percent') return `${number}%`
  const field = on ? `asOf(${key || NOT_CHOSEN}, ${on})` : key || NOT_CHOSEN
  const plain = what === 'number' ? String(number) : what === 'rows' && rows ? rowsFormula(rows) : field
  const raised = least === null ? plain : `max(${plain}, ${least})`
  const limit = most ?? (mostOf === undefined ? null : mostOf || NOT_CHOSEN)
  const limited = limit === null ? raised : `min(${raised}, ${limit})`
  return share === undefined ? limited : `${limited} * ${share}%`
}

export function stepsFormula(steps: readonly Step[]): string {
  let text = ''
  let loose = false
  for (const [i, { sign, part }] of steps.entries()) {
    const next = partFormula(part)
    if (i === 0) text = next
    else {
      const tight = sign === '*' || sign === '/'
      text = `${tight && loose ? `(${text})` : text} ${sign} ${tight && part.share !== undefined ? `(${next})` : next}`
      loose = !tight
    }
  }
  return text
}

/** How a formula goes step by step; undefined for one that does not. */
export function stepsOfNode(node: Expression): Step[] | undefined {
  const part = partOfNode(node)
  if (part) return [{ sign: '+', part }]
  if (node.type !== 'binary' || !['+', '-', '*', '/'].includes(node.op)) return undefined
  const [before, last] = [stepsOfNode(node.left), partOfNode(node.right)]
  return before && last && [...before, { sign: node.op as StepSign, part: last }]
}

const percentOf = ({ text }: { text: string }): number => Math.round(Number(text) * 1e10) / 1e8
const isUnlimited = ({ most, mostOf, share }: StepPart): boolean => most === null && mostOf === undefined && share === undefined

function partOfNode(node: Expression): StepPart | undefined {
  if (node.type === 'field') return { ...freshPart, key: chosen(node.key) }
  if (node.type === 'number')
    return node.percent
      ? { ...freshPart, what: 'percent', number: percentOf(node) }
      : { ...freshPart, what: 'number', number: Number(node.text) }
  if (node.type === 'binary') {
    const { right } = node
    const whole = node.op === '*' && right.type === 'number' && right.percent ? partOfNode(node.left) : undefined
    return whole && whole.what !== 'number' && whole.what !== 'percent' && whole.share === undefined && right.type === 'number'
      ? { ...whole, share: percentOf(right) }
      : undefined
  }
  if (node.type !== 'call') return undefined
  const [first, second] = node.args
  if ((node.name === 'min' || node.name === 'max') && node.args.length === 2 && second?.type === 'number') {
    const inner = partOfNode(first!)
    const limit = Number(second.text)
    if (!inner || inner.what === 'number' || inner.what === 'percent' || !isUnlimited(inner)) return undefined
    if (node.name === 'min') return { ...inner, most: limit }
    return inner.least === null ? { ...inner, least: limit } : undefined
  }
  if (node.name === 'min' && node.args.length === 2 && second?.type === 'field') {
    const inner = partOfNode(first!)
    return inner && inner.what !== 'number' && inner.what !== 'percent' && isUnlimited(inner)
      ? { ...inner, mostOf: chosen(second.key) }
      : undefined
  }
  if (node.name === 'asOf' && first?.type === 'field' && second?.type === 'field')
    return { ...freshPart, key: chosen(first.key), on: second.key }
  const rows = rowsOfNode(node)
  return rows && { ...freshPart, what: 'rows', rows }
}
