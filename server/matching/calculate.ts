import type { Answers, Judgement } from '../../contract/matching.ts'
import { isTax } from '../../contract/matching/verdicts.ts'
import type { Actor } from '../kernel/actor.ts'
import { invalid } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bestTotal } from './best-set.ts'
import { engine } from './catalogue.ts'
import type { Payable } from './engine/index.ts'
import { judgeRules, situation, type Situation } from './judge-company.ts'
import { countsOf, DESCRIBED, ranking } from './ranking.ts'
import { namedPlace, rulesFor } from './place.ts'
import { currentRules, type PublishedRule } from './rule-book.ts'

/**
 * Verdict, money and reasons of the policies that apply at the company's place (at most 500 listed, best first), or of the named policies.
 */
export async function calculate(
  k: Kernel,
  actor: Actor | null,
  input: { answers: Answers; applyDate?: string | undefined; policyCodes?: string[] | undefined; useArchive?: boolean | undefined },
) {
  const at = await situation(k, actor, input)
  if (!input.policyCodes) {
    const { rules, outside } = await rulesFor(k, at.answers)
    const { counts, payable, page, total: judged } = ranking(rules, at)
    const list = page(0, DESCRIBED)
    const place = await namedPlace(k, at.answers)
    return { asOf: at.asOf, list, ...(await totalsOf(k, rules, payable)), judged, open: openIn(list, at), counts, outside, place }
  }
  const byCode = new Map((await currentRules(k)).map((rule) => [rule.code, rule]))
  const wanted = input.policyCodes.map((code, i) => {
    const rule = byCode.get(code)
    if (!rule) throw invalid([{ path: `policyCodes.${i}`, message: `没有这项政策：${code.slice(0, 64)}` }])
    return rule
  })
  // Remove duplicates: a policy named twice counts once.
  const named = [...new Set(wanted)]
  const list = judgeRules(named, at, true)
  return {
    asOf: at.asOf,
    list,
    ...(await totalsOf(k, named, list)),
    judged: list.length,
    open: openIn(list, at),
    counts: countsOf(list),
    outside: 0,
    place: null,
  }
}

/** The best permitted total, split into grants and tax savings: the two are never added for display. */
async function totalsOf(k: Kernel, rules: readonly PublishedRule[], payable: readonly Payable[]) {
  const tax = new Set(rules.filter(isTax).map(({ code }) => code))
  return {
    total: await bestTotal(k, payable),
    grants: await bestTotal(
      k,
      payable.filter(({ code }) => !tax.has(code)),
    ),
    taxes: await bestTotal(
      k,
      payable.filter(({ code }) => tax.has(code)),
    ),
  }
}

/** The number of questions that the listed open policies still need, counted as in `nextQuestions`. */
const openIn = (list: readonly Judgement[], { answers, asOf }: Situation): number =>
  engine.countOpen(
    list.filter(({ verdict }) => verdict !== 'closed' && verdict !== 'notYet'),
    answers,
    asOf,
  )

/** The following policies of `calculate`'s ranking, with reasons for each (ADR 0079). */
export async function calculateFurther(
  k: Kernel,
  actor: Actor | null,
  input: { answers: Answers; applyDate?: string | undefined; useArchive?: boolean | undefined; offset: number; limit: number },
) {
  const at = await situation(k, actor, input)
  const { total, page } = ranking((await rulesFor(k, at.answers)).rules, at)
  return { total, list: page(input.offset, input.limit) }
}
