import type { Answers, Judgement } from '../../contract/matching.ts'
import type { Actor } from '../kernel/actor.ts'
import { invalid } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bestTotal } from './best-set.ts'
import { engine } from './catalogue.ts'
import { judgeRules, situation, type Situation } from './judge-company.ts'
import { countsOf, DESCRIBED, ranking } from './ranking.ts'
import { namedPlace, rulesFor } from './place.ts'
import { currentRules } from './rule-book.ts'

/** Verdict, money and reasons of the policies that count where the company is (at most 500 of them listed, the best first), or of those that are named. */
export async function calculate(
  k: Kernel,
  actor: Actor | null,
  input: { answers: Answers; applyDate?: string | undefined; policyCodes?: string[] | undefined; useArchive?: boolean | undefined },
) {
  const at = await situation(k, actor, input)
  if (!input.policyCodes) {
    const { rules, outside } = await rulesFor(k, at.answers)
    const { counts, payable, page, total } = ranking(rules, at)
    const list = page(0, DESCRIBED)
    const place = await namedPlace(k, at.answers)
    return { asOf: at.asOf, list, total: await bestTotal(k, payable), judged: total, open: openIn(list, at), counts, outside, place }
  }
  const byCode = new Map((await currentRules(k)).map((rule) => [rule.code, rule]))
  const wanted = input.policyCodes.map((code, i) => {
    const rule = byCode.get(code)
    if (!rule) throw invalid([{ path: `policyCodes.${i}`, message: `没有这项政策：${code.slice(0, 64)}` }])
    return rule
  })
  // A policy named twice is one policy, and its money comes once.
  const list = judgeRules([...new Set(wanted)], at, true)
  return {
    asOf: at.asOf,
    list,
    total: await bestTotal(k, list),
    judged: list.length,
    open: openIn(list, at),
    counts: countsOf(list),
    outside: 0,
    place: null,
  }
}

/** Questions that the listed policies in their window leave open, as `nextQuestions` counts them. */
const openIn = (list: readonly Judgement[], { answers, asOf }: Situation): number =>
  engine.countOpen(
    list.filter(({ verdict }) => verdict !== 'closed' && verdict !== 'notYet'),
    answers,
    asOf,
  )

/** The ranking of `calculate` read on, with reasons: nothing of it stays unexplained (ADR 0079). */
export async function calculateFurther(
  k: Kernel,
  actor: Actor | null,
  input: { answers: Answers; applyDate?: string | undefined; useArchive?: boolean | undefined; offset: number; limit: number },
) {
  const at = await situation(k, actor, input)
  const { total, page } = ranking((await rulesFor(k, at.answers)).rules, at)
  return { total, list: page(input.offset, input.limit) }
}
