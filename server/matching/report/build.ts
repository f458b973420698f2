import type { Judgement } from '../../../contract/matching.ts'
import type { MedicalReport, ReportItem } from '../../../contract/matching/report.ts'
import type { Verdict } from '../../../contract/matching/verdicts.ts'
import { companyCardOf } from '../../company/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ruleOrigins, type RuleOrigin } from '../../policy/index.ts'
import { bestTotal } from '../best-set.ts'
import { engine, fieldOf } from '../catalogue.ts'
import { cheaper } from '../engine/index.ts'
import { answersIn, bestFirst, judgeRules, situation, type Situation } from '../judge-company.ts'
import { policyRow } from '../policy-row.ts'
import { countsOf } from '../ranking.ts'
import { rulesFor } from '../place.ts'
import type { PublishedRule } from '../rule-book.ts'

const QUESTIONS = 10

/** The check-up of the caller's company. Another company is reported as absent; without consent the archive is not read. */
export async function medicalReport(k: Kernel, actor: Actor, input: { companyId?: number | undefined }): Promise<MedicalReport> {
  if (actor.companyId === null || (input.companyId !== undefined && input.companyId !== actor.companyId)) throw notFound()
  const card = await companyCardOf(k.db, actor.companyId)
  if (!card) throw notFound()
  const at = await situation(k, actor, { answers: {}, useArchive: true })
  const { rules } = await rulesFor(k, at.answers)
  const judged = judgeRules(rules, at, false).sort(bestFirst)
  const total = await bestTotal(k, judged)
  const origins = await ruleOrigins(
    k.db,
    rules.map((rule) => rule.id),
    at.asOf,
  )
  const byCode = new Map(rules.map((rule) => [rule.code, rule]))
  const items = judged.map((j) => itemOf(j, byCode.get(j.code)!, at, total.chosen.includes(j.code), origins))
  const of = (...wanted: Verdict[]) => items.filter((item) => wanted.includes(item.verdict))
  const counts = countsOf(judged)
  const decided = counts.match + counts.near + counts.unknown
  return {
    companyId: card.id,
    companyName: card.name,
    asOf: at.asOf,
    createTime: k.clock.now().toISOString(),
    score: decided === 0 ? null : Math.round((counts.match / decided) * 100),
    completeness: card.completeness,
    counts,
    total,
    matched: of('match'),
    near: of('near').sort(byEffort),
    unknown: of('unknown'),
    missed: of('nomatch'),
    outside: of('closed', 'notYet'),
    questions: questionsOf(rules, at),
    facts: factsOf(at),
  }
}

/** Least effort first, then the largest amount. */
const byEffort = (a: ReportItem, b: ReportItem): number =>
  a.plan && b.plan ? cheaper(a.plan, b.plan) || (b.ifMet ?? 0) - (a.ifMet ?? 0) : Number(!a.plan) - Number(!b.plan)

function itemOf(j: Judgement, rule: PublishedRule, at: Situation, counted: boolean, origins: ReadonlyMap<number, RuleOrigin>): ReportItem {
  const plan = j.plan ?? null
  return {
    ...policyRow(j),
    level: j.level,
    sample: j.sample,
    upperBound: j.amount?.upperBound ?? false,
    openEnded: j.amount?.openEnded ?? false,
    competitive: j.amount?.competitive ?? false,
    counted,
    steps: j.amount?.steps ?? [],
    failedTop: j.failedTop,
    failed: j.failed,
    missing: j.missing.map((key) => ({ key, label: fieldOf(key)?.label ?? key })),
    plan,
    ifMet: plan ? (engine.ifMet(rule.compiled, at.answers, plan, at.asOf)?.value ?? null) : null,
    origin: origins.get(j.policyId) ?? { policyNo: null, version: 1, effectiveFrom: null, sources: [] },
  }
}

function questionsOf(rules: readonly PublishedRule[], at: Situation): MedicalReport['questions'] {
  const open = rules.filter(({ window }) => !(window.to && at.asOf > window.to) && !(window.from && at.asOf < window.from))
  return engine
    .rankQuestions(
      open.map((rule) => rule.compiled),
      at.answers,
      { applyDate: at.asOf },
    )
    .slice(0, QUESTIONS)
    .map(({ key, label, stake, policies }) => ({ key, label, atStake: stake, policies: policies.length }))
}

function factsOf({ archive }: Situation): MedicalReport['facts'] {
  const bySource = Map.groupBy(Object.values(answersIn(archive ?? {})), ({ source }) => source)
  return [...bySource]
    .map(([source, list]) => ({ source, count: list.length, oldest: list.flatMap(({ asOf }) => asOf ?? []).sort()[0] ?? null }))
    .sort((a, b) => b.count - a.count)
}
