import type { Judgement } from '../../contract/matching.ts'
import { verdicts, type Verdict } from '../../contract/matching/verdicts.ts'
import { engine } from './catalogue.ts'
import { type Judgement as EngineJudgement, present } from './engine/index.ts'
import { bestFirst, describe, ORDER, sooner, type Situation } from './judge-company.ts'
import type { PublishedRule } from './rule-book.ts'

/**
 * How many policies are described completely, with reasons and ways to close a gap. The following ones are ordered by verdict, amount and
 * deadline and described when somebody reads that far. Judging ten thousand rules takes 20 ms, describing them half a second.
 */
export const DESCRIBED = 500

/** The results of the given rules for one company, best first. */
export interface Ranking {
  /** number of policies in the ranking */
  total: number
  counts: Record<Verdict, number>
  /** verdict and amount of the matching ones, for the best permitted total */
  payable: readonly EngineJudgement[]
  page(offset: number, limit: number): Judgement[]
}

/** `wanted`: the verdicts in the ranking; default all. Counts cover only policies in the ranking. */
export function ranking(rules: readonly PublishedRule[], at: Situation, wanted?: readonly Verdict[]): Ranking {
  const facts = engine.facts(at.answers, at.asOf)
  const judged = rules
    .map((rule) => ({ rule, judgement: engine.judge(rule.compiled, facts, { applyDate: at.asOf, window: rule.window }) }))
    .filter(({ judgement }) => !wanted || wanted.includes(judgement.verdict))
  const inOrder = ordered(judged)
  const described = ({ rule, judgement }: Judged): Judgement => describe(rule, present(judgement), at.archive)
  let head: Judgement[] | undefined
  return {
    total: judged.length,
    counts: countsOf(judged.map(({ judgement }) => judgement)),
    // Only matching policies are paid; this order is used wherever they are added up.
    payable: inOrder(judged.length, 'match').map(({ judgement }) => judgement),
    page: (offset, limit) => {
      if (offset >= DESCRIBED)
        return inOrder(offset + limit)
          .slice(offset, offset + limit)
          .map(described)
      head ??= inOrder(DESCRIBED).slice(0, DESCRIBED).map(described).sort(bestFirst)
      const end = offset + limit
      const behind = end > head.length ? inOrder(end).slice(Math.max(offset, head.length), end) : []
      return [...head.slice(offset, end), ...behind.map(described)]
    },
  }
}

interface Judged {
  rule: PublishedRule
  judgement: EngineJudgement
}

/**
 * At least the first `count` in the order of verdict, amount and deadline. The policies of one verdict are sorted when somebody reads that
 * far, because most of the largest group is never read. `until` stops after that verdict.
 */
function ordered(judged: readonly Judged[]): (count: number, until?: Verdict) => readonly Judged[] {
  const shares = Map.groupBy(judged, ({ judgement }) => judgement.verdict)
  const rest = (Object.keys(ORDER) as Verdict[]).toSorted((a, b) => ORDER[a] - ORDER[b])
  const done: Judged[] = []
  return (count, until) => {
    while (done.length < count && rest.length && (!until || ORDER[rest[0]!] <= ORDER[until]))
      done.push(...(shares.get(rest.shift()!) ?? []).sort(roughly))
    return done
  }
}
/** As `bestFirst` within one verdict, but without the effort of closing a gap, which is not computed yet. */
const roughly = (a: Judged, b: Judged) =>
  (b.judgement.amount?.max ?? 0) - (a.judgement.amount?.max ?? 0) || sooner(a.rule.window.to, b.rule.window.to)

/** The number of policies of each verdict. */
export function countsOf(judged: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts = Object.fromEntries(Object.keys(verdicts).map((code) => [code, 0])) as Record<Verdict, number>
  for (const { verdict } of judged) counts[verdict]++
  return counts
}
