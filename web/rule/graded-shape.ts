import { ExpressionError, parseExpression, type Expression } from '../../contract/rule/expression.ts'
import { expressionText, percentOf } from '../../contract/rule/expression-text.ts'
import { gradedCall, optionCall, type GradedFunction } from '../../contract/rule/graded.ts'

/** A figure from a table of grades, as chosen. */
export interface Graded {
  name: GradedFunction
  /** what selects the grade: a field, or a formula that begins with `=`; '' = not chosen yet */
  of: string
  /** the lower bounds of the grades are percentages: 10 means 10 % */
  ofShare: boolean
  /** the results are percentages */
  share: boolean
  grades: readonly { from: number; value: number }[]
}
/** A number per option of a choice field. */
export interface ByOption {
  key: string
  share: boolean
  values: Readonly<Record<string, number>>
}
export const freshGraded: Graded = { name: 'level', of: '', ofShare: false, share: true, grades: [{ from: 0, value: 0 }] }
export const freshByOption: ByOption = { key: '', share: false, values: {} }

const NOT_CHOSEN = '_'
const chosen = (key: string) => (key === NOT_CHOSEN ? '' : key)
/** A field or formula in the form it has inside another formula. */
export const within = (key: string): string => (key.startsWith('=') ? key.slice(1) : key || NOT_CHOSEN)
/** A part of a formula as a separate choice. */
export const asKey = (node: Expression): string => (node.type === 'field' ? chosen(node.key) : `=${expressionText(node)}`)

/** Adds the necessary brackets to a formula; an unreadable formula is returned unchanged. */
export function inOrder(text: string): string {
  try {
    return expressionText(parseExpression(text))
  } catch (error) {
    if (error instanceof ExpressionError) return text
    throw error
  }
}

/** Whether a formula needs no brackets anywhere; an unreadable one gets brackets. */
export function standsAlone(key: string): boolean {
  try {
    const { type } = parseExpression(within(key))
    return type !== 'binary' && type !== 'choose'
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

export function gradedFormula({ name, of, ofShare, share, grades }: Graded): string {
  const figure = (value: number, percent: boolean) => `${value}${percent ? '%' : ''}`
  return `${name}(${[within(of), ...grades.flatMap(({ from, value }) => [figure(from, ofShare), figure(value, share)])].join(', ')})`
}

export function gradedOfNode(node: Expression): Graded | undefined {
  const call = gradedCall(node)
  if (!call) return undefined
  const shares = (of: readonly { percent?: true }[]) =>
    of.every(({ percent }) => percent) ? true : of.some(({ percent }) => percent) ? undefined : false
  const [ofShare, share] = [shares(call.grades.map(({ from }) => from)), shares(call.grades.map(({ value }) => value))]
  if (ofShare === undefined || share === undefined) return undefined
  const figure = (each: { text: string }, percent: boolean) => (percent ? percentOf(each) : Number(each.text))
  const grades = call.grades.map(({ from, value }) => ({ from: figure(from, ofShare), value: figure(value, share) }))
  return { name: call.name, of: asKey(call.of), ofShare, share, grades }
}

/** Options that are not named count 0; a missing choice is represented by an option that does not exist. */
export function optionFormula({ key, share, values }: ByOption): string {
  const entries = Object.entries(key ? values : { '': 0 })
  const of = key || NOT_CHOSEN
  return [...entries.map(([value, figure]) => `${of} == "${value.replaceAll('"', '')}" ? ${figure}${share ? '%' : ''}`), '0'].join(' : ')
}

export function optionOfNode(node: Expression): ByOption | undefined {
  const call = optionCall(node)
  if (!call || Number(call.rest.text) !== 0 || call.rest.percent) return undefined
  const share = call.entries.every(({ value }) => value.percent)
  if (!share && call.entries.some(({ value }) => value.percent)) return undefined
  const key = chosen(call.key)
  const values = call.entries.map(({ option, value }): [string, number] => [option, share ? percentOf(value) : Number(value.text)])
  return { key, share, values: key ? Object.fromEntries(values) : {} }
}
