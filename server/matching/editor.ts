import type { Answers } from '../../contract/matching.ts'
import { today } from '../kernel/clock.ts'
import { refused } from '../kernel/errors.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { authorizedFactsOf, noteSitting } from '../company/index.ts'
import { asQuestion, derivedFields, engine, listFields, rawFields, scoreTables } from './catalogue.ts'
import { present, type PolicyRule } from './engine/index.ts'
import { checkAnswers, describe, latestDay, unsavedPolicy } from './judge-company.ts'
import { asRule } from './rule-book.ts'

/** What the rule editor offers: raw and derived fields, score tables. */
export const editorFields = () => ({
  fields: rawFields.map(asQuestion),
  derived: derivedFields.map(asQuestion),
  lists: listFields.map(({ key, label, columns = [] }) => ({ key, label, columns: columns.map(asQuestion) })),
  scores: scoreTables,
})

/** A rule that is not saved yet: its faults with their places, in words, and what it says of a consenting company or of given answers. */
export async function tryRule(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { rule: Record<string, unknown>; companyId?: number | undefined; answers?: Answers | undefined; applyDate?: string | undefined },
) {
  const rule = asRule('draft', '草稿', input.rule)
  const issues = engine.validatePolicyRule(rule)
  if (issues.length) return { issues, words: '', judgement: null }
  const words = engine.ruleInWords(rule.conditions)
  if (input.answers) checkAnswers(input.answers, latestDay(k, input.applyDate))
  const facts = input.companyId === undefined ? input.answers : await authorizedFactsOf(k.db, input.companyId)
  if (facts === null) throw refused('该企业未授权平台使用其档案，不能用来试算', 'NO_CONSENT')
  if (!facts) return { issues, words, judgement: null }
  if (input.companyId !== undefined) await noteSitting(k, call, actor, input.companyId, 'company.rule.try')
  const applyDate = input.applyDate ?? today(k.clock)
  const judged = present(engine.judge(engine.compilePolicy(rule as PolicyRule), facts, { applyDate }))
  return {
    issues,
    words,
    judgement: describe(unsavedPolicy, judged, null),
  }
}
