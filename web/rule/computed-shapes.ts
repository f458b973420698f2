import {
  asKey,
  freshByOption,
  freshGraded,
  gradedFormula,
  gradedOfNode,
  optionFormula,
  optionOfNode,
  within,
  type ByOption,
  type Graded,
} from './graded-shape.ts'
import { ExpressionError, parseExpression, type Expression } from '../../contract/rule/expression.ts'
import type { FieldChoice } from './condition.ts'
import { freshReceived, receivedFormula, receivedOfNode, type Received } from './received-shape.ts'
import { freshSteps, stepsFormula, stepsOfNode, type Step } from './steps-shape.ts'
import { freshRows, rowsFormula, rowsOfFormula, type RowShape } from './row-shapes.ts'
import { shapeOf, type ShapeKind } from './shape-kinds.ts'
import { togetherOfNode } from './together-shape.ts'

/** A formula in place of a field, as chosen: the kind of calculation, and its fields. */
export interface Shape {
  kind: ShapeKind
  fields: readonly string[]
  /** for `within` */
  months?: number
  /** for `compound`: the number of years between the two figures */
  years?: number
  /** for `graded` and `option` */
  graded?: Graded
  option?: ByOption
  /** for `formula` */
  text?: string
  /** for `rows`; and for `together`: what is added of each related company */
  rows?: RowShape
  /** for `received` */
  received?: Received
  /** for `steps` */
  steps?: readonly Step[]
}

export const APPLY_DATE: FieldChoice = { key: 'applyDate', label: '申报日', type: 'date', unit: null, options: null }

const FRESH: Readonly<Partial<Record<ShapeKind, Partial<Shape>>>> = {
  formula: { text: '' },
  rows: { rows: freshRows },
  together: { fields: [''], rows: { ...freshRows, name: 'rowsSum' } },
  received: { received: freshReceived },
  steps: { steps: freshSteps },
  graded: { graded: freshGraded },
  option: { option: freshByOption },
  within: { months: 12 },
  compound: { years: 2 },
}
export const freshShape = (kind: ShapeKind): Shape => {
  const { of, names } = shapeOf(kind)
  const fields = of === 'none' ? [] : of === 'date' ? ['', APPLY_DATE.key] : names.map(() => '')
  return { kind, fields, ...FRESH[kind] }
}

/** Stands for a field that is not chosen yet: the engine refuses it, and the row keeps its place. */
const NOT_CHOSEN = '_'

/** The formula in the form that the rule stores. */
export function formulaOfShape({ kind, fields, months, years, text, rows, received, steps, graded, option }: Shape): string {
  const keys = fields.map(within)
  const [a, b, c] = keys
  switch (kind) {
    case 'growth':
      return `=${a} / ${b} - 1`
    case 'growth2':
      return `=min(${a} / ${b} - 1, ${b} / ${c} - 1)`
    case 'compound':
      return `=compound(${a}, ${b}, ${years ?? 2})`
    case 'graded':
      return `=${gradedFormula(graded ?? freshGraded)}`
    case 'option':
      return `=${optionFormula(option ?? freshByOption)}`
    case 'share':
      return `=${a} / ${b}`
    case 'difference':
      return `=${a} - ${b}`
    case 'count':
      return `=count(${a})`
    case 'sum':
      return `=${keys.join(' + ')}`
    case 'average':
      return `=(${keys.join(' + ')}) / ${keys.length}`
    case 'lower':
      return `=min(${keys.join(', ')})`
    case 'higher':
      return `=max(${keys.join(', ')})`
    case 'yearGap':
      return `=yearOf(${b}) - yearOf(${a})`
    case 'within':
      return `=within(${a}, ${b}, ${months ?? 12})`
    case 'rows':
      return `=${rowsFormula(rows ?? freshRows)}`
    case 'together':
      return `=${a} + ${rowsFormula(rows ?? freshRows)}`
    case 'received':
      return `=${receivedFormula(received ?? freshReceived)}`
    case 'steps':
      return `=${stepsFormula(steps ?? freshSteps)}`
    case 'formula':
      return `=${text ?? ''}`
    default:
      return `=${kind}(${a}, ${b})`
  }
}

const KEY = '([A-Za-z_]\\w*)'
const pattern = (source: string) => new RegExp(`^=${source.replaceAll('KEY', KEY)}$`)
const READ: readonly [ShapeKind, RegExp][] = [
  ['growth', pattern('KEY / KEY - 1')],
  ['share', pattern('KEY / KEY')],
  ['difference', pattern('KEY - KEY')],
  ['years', pattern('years\\(KEY, KEY\\)')],
  ['months', pattern('months\\(KEY, KEY\\)')],
  ['monthsBegun', pattern('monthsBegun\\(KEY, KEY\\)')],
  ['days', pattern('days\\(KEY, KEY\\)')],
  ['count', pattern('count\\(KEY\\)')],
]

/**
 * A formula as the kind that was chosen, even when another kind would write the same formula, so that the editor does not switch the kind.
 */
export function shapeAs(kind: string, source: string): Shape | undefined {
  if (kind === 'rows') {
    const rows = rowsOfFormula(source.slice(1))
    return rows && { kind, fields: [], rows }
  }
  const node = kind === 'steps' ? parsed(source.slice(1)) : undefined
  const steps = node && stepsAsWritten(node, source)
  return steps && { kind: 'steps', fields: [], steps }
}

/** Handwritten spaces and brackets are kept; a calculation without operations has no steps. */
function stepsAsWritten(node: Expression, source: string): Step[] | undefined {
  const steps = stepsOfNode(node)
  return steps && `=${stepsFormula(steps)}` === source && steps[0]?.part.key !== source ? steps : undefined
}

/** Whether nothing is chosen yet in a new calculation. */
export const isFresh = (formula: string): boolean => formula === formulaOfShape(freshShape(shapeOfFormula(formula).kind))

/** The choices behind a rule's formula; one that was handwritten in another form stays a formula. */
export function shapeOfFormula(source: string): Shape {
  const chosen = (keys: readonly string[]) => keys.map((key) => (key === NOT_CHOSEN ? '' : key))
  for (const [kind, form] of READ) {
    const found = form.exec(source)
    if (found) return { kind, fields: chosen(found.slice(1)) }
  }
  const node = parsed(source.slice(1))
  const received = node && receivedOfNode(node)
  if (received) return { kind: 'received', fields: [], received }
  const rows = rowsOfFormula(source.slice(1))
  if (rows) return { kind: 'rows', fields: [], rows }
  const together = node && togetherOfNode(node)
  if (together) return { kind: 'together', ...together, fields: chosen(together.fields) }
  const within = pattern('within\\(KEY, KEY, (\\d+)\\)').exec(source)
  if (within) return { kind: 'within', fields: chosen([within[1]!, within[2]!]), months: Number(within[3]) }
  const twice = pattern('min\\(KEY / KEY - 1, KEY / KEY - 1\\)').exec(source)
  if (twice && twice[2] === twice[3]) return { kind: 'growth2', fields: chosen([twice[1]!, twice[2]!, twice[4]!]) }
  const gap = pattern('yearOf\\(KEY\\) - yearOf\\(KEY\\)').exec(source)
  if (gap) return { kind: 'yearGap', fields: chosen([gap[2]!, gap[1]!]) }
  const best = /^=(min|max)\(([A-Za-z_]\w*(?:, [A-Za-z_]\w*)+)\)$/.exec(source)
  if (best) return { kind: best[1] === 'min' ? 'lower' : 'higher', fields: chosen(best[2]!.split(', ')) }
  const sum = /^=(\w+(?: \+ \w+)+)$/.exec(source)?.[1]?.split(' + ')
  if (sum?.every((key) => !/^\d/.test(key))) return { kind: 'sum', fields: chosen(sum) }
  const average = /^=\((\w+(?: \+ \w+)+)\) \/ (\d+)$/.exec(source)
  const parts = average?.[1]?.split(' + ') ?? []
  if (parts.length > 1 && parts.length === Number(average?.[2])) return { kind: 'average', fields: chosen(parts) }
  const own = node && ofOwnTable(node, source)
  if (own) return own
  const steps = node && node.type !== 'field' && stepsAsWritten(node, source)
  if (steps) return { kind: 'steps', fields: [], steps }
  return { kind: 'formula', fields: [], text: source.slice(1) }
}

/** The choices for a table of grades or options, growth over years, and the minimum or maximum of calculations. */
function ofOwnTable(node: Expression, source: string): Shape | undefined {
  const [graded, option] = [gradedOfNode(node), optionOfNode(node)]
  const years = node.type === 'call' && node.name === 'compound' ? node.args[2] : undefined
  const least = node.type === 'call' && (node.name === 'min' || node.name === 'max') && stepsOfNode(node)?.[0]?.part.key === source
  const shape: Shape | undefined = graded
    ? { kind: 'graded', fields: [], graded }
    : option
      ? { kind: 'option', fields: [], option }
      : node.type === 'call' && years?.type === 'number'
        ? { kind: 'compound', fields: node.args.slice(0, 2).map(asKey), years: Number(years.text) }
        : least && node.args.length > 1
          ? { kind: node.name === 'min' ? 'lower' : 'higher', fields: node.args.map(asKey) }
          : undefined
  return shape && formulaOfShape(shape) === source ? shape : undefined
}

function parsed(source: string): Expression | undefined {
  try {
    return parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
