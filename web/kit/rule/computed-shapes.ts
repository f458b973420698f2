import { ExpressionError, parseExpression, type Expression } from '../../../contract/rule/expression.ts'
import type { FieldChoice } from './condition.ts'
import { freshReceived, receivedFormula, receivedOfNode, type Received } from './received-shape.ts'
import { freshSteps, stepsFormula, stepsOfNode, type Step } from './steps-shape.ts'
import { freshRows, rowsFormula, rowsOfFormula, rowsOfNode, type RowShape } from './row-shapes.ts'

/** A formula in the place of a field, as it is chosen: what is calculated, and of which fields. `formula` is written by hand. */
export type ShapeKind =
  | 'growth'
  | 'growth2'
  | 'share'
  | 'difference'
  | 'sum'
  | 'average'
  | 'years'
  | 'months'
  | 'days'
  | 'yearGap'
  | 'within'
  | 'lower'
  | 'higher'
  | 'rows'
  | 'received'
  | 'together'
  | 'steps'
  | 'formula'
export interface Shape {
  kind: ShapeKind
  fields: readonly string[]
  /** of `within` */
  months?: number
  /** of `formula` */
  text?: string
  /** of `rows`, and of `together`: what is added of each related company */
  rows?: RowShape
  /** of `received` */
  received?: Received
  /** of `steps` */
  steps?: readonly Step[]
}

const APPLY = 'applyDate'
export const APPLY_DATE: FieldChoice = { key: APPLY, label: '申报日', type: 'date', unit: null, options: null }

export const shapeKinds: readonly {
  value: ShapeKind
  label: string
  of: 'number' | 'date' | 'none'
  names: readonly string[]
  more?: true
}[] = [
  { value: 'growth', label: '增长率（甲 ÷ 乙 − 1）', of: 'number', names: ['本期', '上期'] },
  { value: 'growth2', label: '连续两年增长率（较低的一年）', of: 'number', names: ['本年', '上年', '再上一年'] },
  { value: 'share', label: '占比（甲 ÷ 乙）', of: 'number', names: ['分子', '分母'] },
  { value: 'difference', label: '差额（甲 − 乙）', of: 'number', names: ['被减', '减去'] },
  { value: 'sum', label: '合计', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'average', label: '平均', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'years', label: '满几年（按日历）', of: 'date', names: ['从', '到'] },
  { value: 'months', label: '满几个月（按日历）', of: 'date', names: ['从', '到'] },
  { value: 'days', label: '相隔天数', of: 'date', names: ['从', '到'] },
  { value: 'yearGap', label: '相隔几个年度（当年为 0，上一年度为 1）', of: 'date', names: ['从', '到'] },
  { value: 'within', label: '几个月内（按日历）', of: 'date', names: ['从', '这一天'] },
  { value: 'lower', label: '几项取低', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'higher', label: '几项取高', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'steps', label: '逐步加减乘除（每一项可设上限、乘比例）', of: 'none', names: [] },
  { value: 'received', label: '已得到的支持（本平台的加企业填报的）', of: 'none', names: [] },
  { value: 'together', label: '合并关联企业（本企业加清单中的企业）', of: 'none', names: [] },
  { value: 'rows', label: '统计清单中的行', of: 'none', names: [] },
  { value: 'formula', label: '自写算式', of: 'none', names: [] },
]
export const shapeOf = (kind: ShapeKind) => shapeKinds.find((each) => each.value === kind)!
export const freshShape = (kind: ShapeKind): Shape => {
  const { of, names } = shapeOf(kind)
  if (kind === 'formula') return { kind, fields: [], text: '' }
  if (kind === 'rows') return { kind, fields: [], rows: freshRows }
  if (kind === 'together') return { kind, fields: [''], rows: { ...freshRows, name: 'rowsSum' } }
  if (kind === 'received') return { kind, fields: [], received: freshReceived }
  if (kind === 'steps') return { kind, fields: [], steps: freshSteps }
  return { kind, fields: of === 'date' ? ['', APPLY] : names.map(() => ''), ...(kind === 'within' ? { months: 12 } : {}) }
}

/** A field that is not chosen yet stands as `_`: the engine refuses it, and the row keeps its place. */
const NOT_CHOSEN = '_'
const named = (key: string) => key || NOT_CHOSEN

/** The formula as it stands in the rule. */
export function formulaOfShape({ kind, fields, months, text, rows, received, steps }: Shape): string {
  const keys = fields.map(named)
  const [a, b, c] = keys
  switch (kind) {
    case 'growth':
      return `=${a} / ${b} - 1`
    case 'growth2':
      return `=min(${a} / ${b} - 1, ${b} / ${c} - 1)`
    case 'share':
      return `=${a} / ${b}`
    case 'difference':
      return `=${a} - ${b}`
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
  ['days', pattern('days\\(KEY, KEY\\)')],
]

/** A formula as the kind that was chosen, also where another choice would write the same: nobody is taken elsewhere on the way. */
export function shapeAs(kind: string, source: string): Shape | undefined {
  if (kind === 'rows') {
    const rows = rowsOfFormula(source.slice(1))
    return rows && { kind, fields: [], rows }
  }
  const node = kind === 'steps' ? parsed(source.slice(1)) : undefined
  const steps = node && stepsOfNode(node)
  return steps && `=${stepsFormula(steps)}` === source ? { kind: 'steps', fields: [], steps } : undefined
}

/** Another calculation than before, of which nothing is chosen yet. */
export const isFresh = (formula: string): boolean => formula === formulaOfShape(freshShape(shapeOfFormula(formula).kind))

/** How a formula of a rule was chosen; one that was written by hand in another way stays a formula. */
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
  const steps = node && stepsOfNode(node)
  // What was written by hand with other spaces or brackets stays as it was written, and so does a field alone.
  if (steps && stepsFormula(steps) === source.slice(1) && node.type !== 'field') return { kind: 'steps', fields: [], steps }
  return { kind: 'formula', fields: [], text: source.slice(1) }
}

/** A figure of the company and the same of those that a list names. */
function togetherOfNode(node: Expression): { fields: [string]; rows: RowShape } | undefined {
  if (node.type !== 'binary' || node.op !== '+' || node.left.type !== 'field') return undefined
  const rows = rowsOfNode(node.right)
  return rows?.name === 'rowsSum' && rows.list !== 'support' ? { fields: [node.left.key], rows } : undefined
}

function parsed(source: string): Expression | undefined {
  try {
    return parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** “与另一项比较”: a field, perhaps so many times. */
export const otherOf = (value: unknown): { field: string; times: number } | null => {
  const found = typeof value === 'string' ? /^=([A-Za-z_]\w*)(?: \* ([\d.]+))?$/.exec(value) : null
  return found ? { field: found[1] === NOT_CHOSEN ? '' : found[1]!, times: found[2] === undefined ? 1 : Number(found[2]) } : null
}
export const otherInRule = ({ field, times }: { field: string; times: number }): string =>
  `=${named(field)}${times === 1 ? '' : ` * ${times}`}`
