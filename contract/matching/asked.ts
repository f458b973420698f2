/** Which questions of a match form are asked of a company; used by the browser, for saving and for the trial on stored cases. */
import type { MatchQuestion } from './forms.ts'

type Test = NonNullable<MatchQuestion['showWhen']>
type Known = Readonly<Record<string, unknown>>
export interface Askable {
  key: string
  required: boolean
  showWhen?: Test | null | undefined
}

export const REQUIRED_ANSWER = '这道题必须回答'

/** Dates in an archive are in the past (founded, lent). Returns why a date after `latest` is refused, else null. Days are YYYY-MM-DD. */
export const lateDate = (day: string, latest: string): string | null => (day > latest ? `日期不能晚于 ${latest}` : null)

/** Whether there is no answer: nothing, an empty text or list, 不清楚 (null). 0 and false are answers. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether an answer meets a condition, as the engine decides; a blank one meets none. */
export function meets({ op, value: wanted }: Pick<Test, 'op' | 'value'>, value: unknown): boolean {
  if (isBlank(value)) return false
  if (op === 'in' || op === 'notIn') {
    const list: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
    return (Array.isArray(value) ? value.some((v) => list.includes(v)) : list.includes(value)) === (op === 'in')
  }
  if (op === 'eq' || op === 'ne') return (value === wanted) === (op === 'eq')
  if (typeof value !== typeof wanted || (typeof value !== 'number' && typeof value !== 'string')) return false
  const need = wanted as typeof value
  return op === 'gt' ? value > need : op === 'gte' ? value >= need : op === 'lt' ? value < need : value <= need
}

/** The visible questions, in order. A question that depends on a hidden one is hidden too. */
export function shownOf<Q extends Askable>(questions: readonly Q[], known: Known): Q[] {
  const shown = new Set<string>()
  return questions.filter(({ key, showWhen }) => {
    if (showWhen && !(shown.has(showWhen.field) && meets(showWhen, known[showWhen.field]))) return false
    shown.add(key)
    return true
  })
}

/** Visible required questions without an answer. */
export const unansweredOf = <Q extends Askable>(questions: readonly Q[], known: Known): Q[] =>
  shownOf(questions, known).filter(({ key, required }) => required && isBlank(known[key]))
