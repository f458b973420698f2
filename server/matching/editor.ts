import type { Answers, EditorField } from '../../contract/matching.ts'
import { today } from '../kernel/clock.ts'
import { refused } from '../kernel/errors.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { authorizedFactsOf, knownFields, noteSitting, officialSourceOf, requireCompany } from '../company/index.ts'
import { pinyinInitials, pinyinSpelling } from '../search/index.ts'
import { asQuestion, derivedFields, engine, listFields, rawFields, scoreTables } from './catalogue.ts'
import { present, type Field, type PolicyRule } from './engine/index.ts'
import { checkAnswers, describe, latestDay, unsavedPolicy } from './judge-company.ts'
import { asRule } from './rule-book.ts'

const REPORTED: string = '企业填报'
const CALCULATED = '平台计算'
const spelled = new Map<string, string>()
/** The label as typed without an input method: initials and full pinyin. */
function pinyinOf(label: string): string {
  let known = spelled.get(label)
  if (known === undefined) spelled.set(label, (known = `${pinyinInitials(label)} ${pinyinSpelling(label)}`))
  return known
}

/** The fields and score tables that the rule editor offers, each with its source and the number of companies that have it. */
export async function editorFields(k: Kernel) {
  const { companies, known } = await knownFields(k)
  const asField = (field: Field): EditorField => ({
    ...asQuestion(field),
    pinyin: pinyinOf(field.label),
    source: field.derived ? CALCULATED : (officialSourceOf(field.key) ?? REPORTED),
    known: field.derived || field.dated ? null : (known.get(field.key) ?? 0),
  })
  return {
    companies,
    fields: rawFields.map(asField),
    derived: derivedFields.map(asField),
    lists: listFields.map(({ key, label, columns = [] }) => ({ key, label, columns: columns.map(asQuestion) })),
    scores: scoreTables,
  }
}

/** Tries an unsaved rule: its faults with places, its sentences, and its result for a consenting company or for given answers. */
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
  if (input.companyId !== undefined) await requireCompany(k.db, actor, input.companyId)
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
