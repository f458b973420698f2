import type { StoredQuestion } from './stored-questions.ts'

/** What a search found for one stored question: codes, best first, those under 可能相关 last. */
export interface Answered {
  codes: readonly string[]
  /** the certain hits: those not under 可能相关 */
  sure: readonly string[]
}
export interface Quality {
  /** share of the questions for which one of the best policies is among the first five */
  recall: number
  /** ranking of the first ten compared with the best possible ranking */
  order: number
  /** share of the questions without a hit although a policy answers them */
  zero: number
  /** share of the unanswerable questions with at most three certain hits */
  quiet: number
}

const gain = (grades: readonly number[]): number => grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0)
const mean = (values: readonly number[]): number => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : 1)

export const bestGrade = ({ grades }: StoredQuestion): number => Math.max(0, ...Object.values(grades))
export const isFound = (question: StoredQuestion, { codes }: Answered): boolean =>
  codes.slice(0, 5).some((code) => question.grades[code] === bestGrade(question))

export function qualityOf(asked: readonly { question: StoredQuestion; answered: Answered }[]): Quality {
  const answerable = asked.filter(({ question }) => bestGrade(question) > 0)
  return {
    recall: mean(answerable.map(({ question, answered }) => Number(isFound(question, answered)))),
    order: mean(
      answerable.map(
        ({ question: { grades }, answered: { codes } }) =>
          gain(codes.slice(0, 10).map((code) => grades[code] ?? 0))
          / gain(
            Object.values(grades)
              .toSorted((a, b) => b - a)
              .slice(0, 10),
          ),
      ),
    ),
    zero: mean(answerable.map(({ answered }) => Number(answered.codes.length === 0))),
    quiet: mean(asked.filter(({ question }) => bestGrade(question) === 0).map(({ answered }) => Number(answered.sure.length <= 3))),
  }
}
