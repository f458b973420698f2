import type { Answers, Judgement } from '../../../contract/matching.ts'
import type { Difference } from '../../../contract/matching/judgement.ts'
import type { Lever, SimulatedPolicy, SimulationCurve, SimulationRun } from '../../../contract/matching/simulation.ts'
import type { Actor } from '../../kernel/actor.ts'
import { invalid, invalidField } from '../../kernel/errors.ts'
import { fairGate } from '../../kernel/access/queued-admission.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { sourceOf } from '../../kernel/http/limits.ts'
import { bestTotal } from '../best-set.ts'
import { asQuestion, engine, fieldOf } from '../catalogue.ts'
import { stepOf, swing, tracing, type WhatIf } from '../engine/index.ts'
import { bestFirst, judgeRules, latestDay, situation, type Situation } from '../judge-company.ts'
import { ranking } from '../ranking.ts'
import { policyRow } from '../policy-row.ts'
import { rulesFor } from '../place.ts'
import { inSlices } from '../in-stretches.ts'
import { currentLimits } from '../stack-limits.ts'

/**
 * Limits work that takes seconds of processor time: two at once for all visitors, two for signed-in users, one for each of them (ADR 0188).
 */
const forVisitors = fairGate({ atOnce: 2, queue: 12, own: 3 })
const forKnown = fairGate({ atOnce: 2, queue: 24, own: 3 })
const inTurn = <T>({ actor, ip, signal }: Call, work: () => Promise<T>): Promise<T> =>
  actor ? forKnown(String(actor.userId), work, signal) : forVisitors(sourceOf(ip), work, signal)

export interface Given {
  answers: Answers
  useArchive?: boolean | undefined
  applyDate?: string | undefined
}
/** Number of policies in the answer of a run; the others are paged. */
const SHOWN = 200
/** Time limit of a curve, because a person waits for it. */
const CURVE_MS = 3000

/** Every policy in force with its verdict for the scratch company, best first. */
async function judgeAll(k: Kernel, at: Situation): Promise<Judgement[]> {
  return judgeRules((await rulesFor(k, at.answers)).rules, at, false).sort(bestFirst)
}

/** A policy in short form. */
export function shortOf(j: Judgement): SimulatedPolicy {
  return {
    ...policyRow(j),
    level: j.level,
    sample: j.sample,
    value: j.amount?.value ?? null,
    upperBound: j.amount?.upperBound ?? false,
    openEnded: j.amount?.openEnded ?? false,
    failedTop: j.failedTop,
    failed: j.failed,
    missing: j.missing,
    plan: j.plan ?? null,
  }
}

export async function simulate(k: Kernel, actor: Actor | null, given: Given): Promise<SimulationRun> {
  const at = await situation(k, actor, given)
  const { counts, payable, page } = ranking((await rulesFor(k, at.answers)).rules, at)
  return {
    asOf: at.asOf,
    matchCount: counts.match,
    counts,
    total: await bestTotal(k, payable),
    list: page(0, SHOWN)
      .filter((j) => j.verdict === 'match' || j.verdict === 'near' || j.verdict === 'unknown')
      .map(shortOf),
  }
}

type Steps<T> = Generator<undefined, T, boolean | undefined>

/** Tries facts in a scratch copy of the company, yielding to other requests; creating the copy is part of the limited work. */
async function tried<T>(k: Kernel, call: Call, given: Given, work: (whatIf: WhatIf) => Steps<T>): Promise<T> {
  const at = await situation(k, call.actor, given)
  const making = engine.whatIf((await rulesFor(k, at.answers)).rules, at.answers, at.asOf, await currentLimits(k))
  function* all(): Steps<T> {
    return yield* work(yield* making)
  }
  return inSlices(all(), CURVE_MS, call.signal)
}

/** The fields with the highest amounts at stake, each with the range of its slider. */
export async function levers(k: Kernel, call: Call, given: Given & { limit: number }): Promise<{ list: Lever[] }> {
  const found = await inTurn(call, () => tried(k, call, given, swings))
  return {
    list: found
      .filter(({ up, down }) => up + down > 0)
      // Fields with a known value come first: their sliders start at a meaningful place.
      .sort(
        (a, b) =>
          Number(b.current !== null) - Number(a.current !== null)
          || b.up + b.down - (a.up + a.down)
          || (a.question.key < b.question.key ? -1 : 1),
      )
      .slice(0, given.limit),
  }
}

function* swings(whatIf: WhatIf): Steps<Lever[]> {
  const list: Lever[] = []
  for (const field of whatIf.fieldsRead()) {
    const { up, down, range } = yield* swing(whatIf, field)
    const current = whatIf.answers[field.key]
    list.push({
      question: asQuestion(field),
      from: range[0],
      to: range[1],
      step: stepOf(field),
      current: typeof current === 'number' ? current : null,
      up,
      down,
    })
    if (yield undefined) break
  }
  return list
}

/** The amount over the values of one numeric raw field. */
export async function curve(k: Kernel, call: Call, given: Given & { field: string }): Promise<SimulationCurve> {
  const question = fieldOf(given.field)
  const field = engine.catalog.byKey.get(given.field)
  if (!question || !field) throw invalidField('field', `没有字段“${given.field}”`)
  if (!field.numeric || field.derived) throw invalidField('field', `“${field.label}”不是可以直接调整的数值`)
  const traced = await inTurn(call, () => tried(k, call, given, (whatIf) => tracing(whatIf, field)))
  return { ...traced, label: field.label, unit: field.unit ?? null }
}

/** Compares two runs of the same rules on the same day: what changed and why. */
export async function compare(
  k: Kernel,
  actor: Actor | null,
  input: { before: Answers; after: Answers; useArchive?: boolean | undefined; applyDate?: string | undefined },
): Promise<Difference> {
  const latest = latestDay(k, input.applyDate)
  const issues = engine
    .checkAnswers(input.before, latest)
    .map(({ path, message }) => ({ path: path.replace(/^answers/, 'before'), message }))
  if (issues.length) throw invalid(issues)
  const runOf = async (answers: Answers) => {
    const at = await situation(k, actor, { answers, useArchive: input.useArchive, applyDate: input.applyDate })
    const list = await judgeAll(k, at)
    return {
      answers: at.answers,
      list: list.map((j) => ({ ...j, ruleVerdict: 'match' as const })),
      total: await bestTotal(k, list),
    }
  }
  return engine.difference(await runOf(input.before), await runOf(input.after))
}
