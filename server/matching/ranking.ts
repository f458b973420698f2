import type { Judgement } from '../../contract/matching.ts'
import { verdicts, type Verdict } from '../../contract/matching/verdicts.ts'
import { engine } from './catalogue.ts'
import { type Judgement as EngineJudgement, present } from './engine/index.ts'
import { bestFirst, describe, ORDER, sooner, type Situation } from './judge-company.ts'
import type { PublishedRule } from './rule-book.ts'

/**
 * So many are ordered in full: reasons and ways to close a gap are worked out for them. What comes behind them stands in the order of verdict,
 * money and deadline and is described when somebody reads so far. Judging ten thousand rules takes 20 ms, describing them half a second.
 */
export const DESCRIBED = 500

/** What the given rules say of one company, the best first. */
export interface Ranking {
  /** policies in it */
  total: number
  counts: Record<Verdict, number>
  /** verdict and money of those that match, for the best lawful total */
  payable: readonly EngineJudgement[]
  page(offset: number, limit: number): Judgement[]
}

/** `wanted`: which verdicts stand in the ranking; all without it. Counts are of what stands in it. */
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
    // Only what matches is paid; one order for all who add it up.
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
 * The first so many (at least) in the order of verdict, money and deadline: a verdict's share is put in order when somebody reads so far, for
 * the largest share is mostly what nobody reads. With `until`, no further than that verdict.
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
/** As `bestFirst` within one verdict, but without the effort that closing a gap takes, which is not known yet. */
const roughly = (a: Judged, b: Judged) =>
  (b.judgement.amount?.max ?? 0) - (a.judgement.amount?.max ?? 0) || sooner(a.rule.window.to, b.rule.window.to)

/** How many there are of each verdict. */
export function countsOf(judged: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts = Object.fromEntries(Object.keys(verdicts).map((code) => [code, 0])) as Record<Verdict, number>
  for (const { verdict } of judged) counts[verdict]++
  return counts
}
