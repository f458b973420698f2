import type { Answers } from '../../contract/matching.ts'
import { today } from '../kernel/clock.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { engine, scoreTables } from './catalogue.ts'
import { checkAnswers, latestDay } from './judge-company.ts'

/** The score as an interval, per group and in total; an unknown table is refused by name. */
export function score(k: Kernel, input: { scheme: string; answers: Answers; applyDate?: string | undefined }) {
  if (!scoreTables.some(({ id }) => id === input.scheme)) throw invalidField('scheme', `没有评分表：${input.scheme}`)
  checkAnswers(input.answers, latestDay(k, input.applyDate))
  const { scoreMin, scoreMax, groups, status, missing, reason } = engine.score(
    input.scheme,
    input.answers,
    input.applyDate ?? today(k.clock),
  )
  return { scoreMin, scoreMax, groups, status, missing, ...(reason ? { reason } : {}) }
}
