import type { Expression } from '../../contract/rule/expression.ts'
import { rowsFormula, rowsOfNode, type RowShape } from './row-shapes.ts'

/** One thing of a calculation that goes step by step: a field, a figure, or rows that are counted; perhaps at most or at least so much. */
export interface StepPart {
  what: 'field' | 'number' | 'rows'
  key: string
  number: number
  rows?: RowShape
  /** of a figure that changes with time: on which date, '' = the day of judging */
  on: string
  most: number | null
  least: number | null
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

function partFormula({ what, key, number, rows, on, most, least }: StepPart): string {
  const field = on ? `asOf(${key || NOT_CHOSEN}, ${on})` : key || NOT_CHOSEN
  const plain = what === 'number' ? String(number) : what === 'rows' && rows ? rowsFormula(rows) : field
  const raised = least === null ? plain : `max(${plain}, ${least})`
  return most === null ? raised : `min(${raised}, ${most})`
}

export function stepsFormula(steps: readonly Step[]): string {
  let text = ''
  let loose = false
  for (const [i, { sign, part }] of steps.entries()) {
    const next = partFormula(part)
    if (i === 0) text = next
    else {
      const tight = sign === '*' || sign === '/'
      text = `${tight && loose ? `(${text})` : text} ${sign} ${next}`
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

function partOfNode(node: Expression): StepPart | undefined {
  if (node.type === 'field') return { ...freshPart, key: chosen(node.key) }
  if (node.type === 'number') return { ...freshPart, what: 'number', number: Number(node.text) }
  if (node.type !== 'call') return undefined
  const [first, second] = node.args
  if ((node.name === 'min' || node.name === 'max') && node.args.length === 2 && second?.type === 'number') {
    const inner = partOfNode(first!)
    const limit = Number(second.text)
    if (!inner || inner.what === 'number' || inner.most !== null) return undefined
    if (node.name === 'min') return { ...inner, most: limit }
    return inner.least === null ? { ...inner, least: limit } : undefined
  }
  if (node.name === 'asOf' && first?.type === 'field' && second?.type === 'field')
    return { ...freshPart, key: chosen(first.key), on: second.key }
  const rows = rowsOfNode(node)
  return rows && { ...freshPart, what: 'rows', rows }
}
