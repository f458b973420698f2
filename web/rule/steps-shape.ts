import type { Expression } from '../../contract/rule/expression.ts'
import { expressionText, percentOf } from '../../contract/rule/expression-text.ts'
import { gradedCall, optionCall } from '../../contract/rule/graded.ts'
import { inOrder, standsAlone } from './graded-shape.ts'
import { rowsFormula, rowsOfNode, type RowShape } from './row-shapes.ts'

/** The time between two dates by the calendar, in whole years, completed or begun months, or days. */
export interface DateSpan {
  unit: 'years' | 'months' | 'monthsBegun' | 'days'
  from: string
  to: string
}
/** One part of a calculation in steps: a field, a number, counted rows, or a time span; optionally with a minimum or maximum. */
export interface StepPart {
  what: 'field' | 'number' | 'percent' | 'rows' | 'span' | 'computed'
  /** a field; for `computed` a formula that begins with `=` */
  key: string
  /** for `percent`: 8 means 8 % */
  number: number
  rows?: RowShape
  span?: DateSpan
  /** divided by another field, '' = not chosen yet */
  over?: string
  /** multiplied by another field, '' = not chosen yet */
  times?: string
  /** for a dated figure: the date, '' = the day of judging */
  on: string
  most: number | null
  least: number | null
  /** the maximum is another field; instead of `most` */
  mostOf?: string
  /** the minimum is another field; instead of `least` */
  leastOf?: string
  /** the percentage that counts: 60 means 60 % */
  share?: number
}
export type StepSign = '+' | '-' | '*' | '/'
/** Each step uses the result of the steps before; the sign of the first is ignored. */
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

function plainFormula({ what, key, number, rows, span, over, times, on }: StepPart): string {
  if (what === 'number') return String(number)
  if (what === 'rows' && rows) return rowsFormula(rows)
  if (what === 'span' && span) return `${span.unit}(${span.from || NOT_CHOSEN}, ${span.to || NOT_CHOSEN})`
  if (what === 'computed') return key.slice(1) || NOT_CHOSEN
  const field = on ? `asOf(${key || NOT_CHOSEN}, ${on})` : key || NOT_CHOSEN
  if (times !== undefined) return `${field} * ${times || NOT_CHOSEN}`
  return over === undefined ? field : `${field} / ${over || NOT_CHOSEN}`
}

function partFormula(part: StepPart): string {
  const { what, number, most, mostOf, least, leastOf, share } = part
  if (what === 'percent') return `${number}%`
  const plain = plainFormula(part)
  const floor = least ?? (leastOf === undefined ? null : leastOf || NOT_CHOSEN)
  const raised = floor === null ? plain : `max(${plain}, ${floor})`
  const limit = most ?? (mostOf === undefined ? null : mostOf || NOT_CHOSEN)
  const limited = limit === null ? raised : `min(${raised}, ${limit})`
  return share === undefined ? limited : `${isLoose(part) ? `(${limited})` : limited} * ${share}%`
}

const isBare = ({ most, mostOf, least, leastOf }: StepPart): boolean =>
  most === null && mostOf === undefined && least === null && leastOf === undefined
/** A calculation that is not enclosed by a function. */
const isLoose = (part: StepPart): boolean => part.what === 'computed' && isBare(part) && !standsAlone(part.key)

/** A part with operators of its own, which a preceding sign would separate. */
const isProduct = (part: StepPart): boolean =>
  part.share !== undefined || ((part.over !== undefined || part.times !== undefined) && isBare(part))

/** A nested calculation gets no unnecessary brackets, so that it is recognised again. */
export function stepsFormula(steps: readonly Step[]): string {
  const text = joined(steps)
  return steps.some(({ part }) => part.what === 'computed') ? inOrder(text) : text
}

function joined(steps: readonly Step[]): string {
  let text = ''
  let loose = false
  for (const [i, { sign, part }] of steps.entries()) {
    const next = partFormula(part)
    if (i === 0) text = steps.length > 1 && part.share === undefined && isLoose(part) ? `(${next})` : next
    else {
      const tight = sign === '*' || sign === '/'
      const held = (part.share === undefined && isLoose(part)) || (tight && isProduct(part))
      text = `${tight && loose ? `(${text})` : text} ${sign} ${held ? `(${next})` : next}`
      loose = !tight
    }
  }
  return text
}

/** The steps behind a formula; undefined when it has another form. */
export function stepsOfNode(node: Expression): Step[] | undefined {
  const part = partOfNode(node)
  if (part) return [{ sign: '+', part }]
  if (node.type !== 'binary' || !['+', '-', '*', '/'].includes(node.op)) return undefined
  const [before, last] = [stepsOfNode(node.left), partOfNode(node.right) ?? withinOf(node.right)]
  return before && last && [...before, { sign: node.op as StepSign, part: last }]
}

const isUnlimited = ({ most, mostOf, share }: StepPart): boolean => most === null && mostOf === undefined && share === undefined
const computedPart = (node: Expression): StepPart => ({ ...freshPart, what: 'computed', key: `=${expressionText(node)}` })

/** A field ÷ another, optionally with a percentage. At the beginning of a calculation these are separate steps. */
function quotientOf(node: Expression): StepPart | undefined {
  if (node.type !== 'binary') return undefined
  const { left, right } = node
  if (left.type === 'field' && right.type === 'field' && (node.op === '/' || node.op === '*')) {
    const [key, other] = [chosen(left.key), chosen(right.key)]
    return { ...freshPart, key, ...(node.op === '/' ? { over: other } : { times: other }) }
  }
  const whole = node.op === '*' && right.type === 'number' && right.percent ? quotientOf(left) : undefined
  return whole?.share === undefined && right.type === 'number' ? whole && { ...whole, share: percentOf(right) } : undefined
}
/** Any remaining part: what no simpler choice covers becomes a nested calculation. */
function withinOf(node: Expression): StepPart | undefined {
  const simple = partOfNode(node) ?? quotientOf(node)
  if (simple || node.type !== 'binary' || !'+-*/'.includes(node.op)) return simple
  const { right } = node
  const whole = node.op === '*' && right.type === 'number' && right.percent ? withinOf(node.left) : undefined
  return whole?.what === 'computed' && whole.share === undefined && right.type === 'number'
    ? { ...whole, share: percentOf(right) }
    : computedPart(node)
}

const SPANS: readonly string[] = ['years', 'months', 'monthsBegun', 'days'] satisfies DateSpan['unit'][]
function spanOf(node: Expression & { type: 'call' }): StepPart | undefined {
  const [from, to] = node.args
  if (!SPANS.includes(node.name) || from?.type !== 'field' || to?.type !== 'field') return undefined
  return { ...freshPart, what: 'span', span: { unit: node.name as DateSpan['unit'], from: chosen(from.key), to: chosen(to.key) } }
}

/** The part that is limited: a share of something, or an already limited part, becomes a nested calculation. */
function toLimit(node: Expression): StepPart | undefined {
  const inner = withinOf(node)
  if (!inner || inner.what === 'number' || inner.what === 'percent') return undefined
  return isUnlimited(inner) ? inner : computedPart(node)
}

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
  if (optionCall(node)) return computedPart(node)
  if (node.type !== 'call') return undefined
  const [first, second] = node.args
  if ((node.name === 'min' || node.name === 'max') && node.args.length === 2 && second?.type === 'number') {
    const inner = toLimit(first!)
    const limit = Number(second.text)
    if (!inner) return undefined
    if (node.name === 'min') return { ...inner, most: limit }
    return inner.least === null && inner.leastOf === undefined ? { ...inner, least: limit } : undefined
  }
  if ((node.name === 'min' || node.name === 'max') && node.args.length === 2 && second?.type === 'field') {
    const inner = toLimit(first!)
    if (!inner) return undefined
    if (node.name === 'min') return { ...inner, mostOf: chosen(second.key) }
    return inner.least === null && inner.leastOf === undefined ? { ...inner, leastOf: chosen(second.key) } : undefined
  }
  if (gradedCall(node) || ['compound', 'count', 'min', 'max'].includes(node.name)) return computedPart(node)
  if (node.name === 'asOf' && first?.type === 'field' && second?.type === 'field')
    return { ...freshPart, key: chosen(first.key), on: second.key }
  const span = spanOf(node)
  if (span) return span
  const rows = rowsOfNode(node)
  return rows && { ...freshPart, what: 'rows', rows }
}
