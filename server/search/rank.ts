import { RANKED } from './candidates.ts'
import { bears } from './numbers.ts'
import { weightOf, type Concept, type Question } from './question.ts'
import { bare, squeezed } from './words.ts'

/** A candidate, as its kind describes it. */
export interface Candidate {
  id: number
  title: string
  /** further names: kinds of support, labels */
  labels: string
  /** who issued it */
  issuer: string
  /** its document number, if any */
  documentNumber: string
  summary: string
  /** bits of the question's parts that the whole text contains, or touches */
  close: number
  any: number
  /** time of publication, milliseconds */
  newest: number
  /** 1 = in force; less for closed, replaced or repealed ones */
  standing: number
}
export interface Ranked {
  id: number
  score: number
  /** share of the question that the text answers, 0 to 1 */
  coverage: number
  /** title, labels, issuer and summary alone answer a fair share of it */
  heads: boolean
  /** stands under 可能相关 */
  maybe: boolean
}

const PLACES = { title: 3, labels: 1.8, issuer: 1.2, summary: 1.5, body: 0.7 }
/** The factor for a part that only the body mentions, or that a weaker expression covers. */
const IN_BODY = 0.6
const PHRASE_IN_TITLE = 6
const PHRASE = 3
const NUMBER = 12
const MIN_PHRASE = 3
/** Below this share of the question, or of the best score, a hit is uncertain. */
const SURE_COVERAGE = 0.42
const SURE_SCORE = 0.35
/** The weight of 在哪 and 电话, which no policy answers. */
const WHEREABOUTS = 2.5
const MAYBES = 20

type StandsIn = (text: string) => boolean

/** Letters and figures match only as whole words: 5 is not in 15. */
function standing(term: string): StandsIn {
  if (!/^[a-z0-9.%]+$/.test(term)) return (text) => text.includes(term)
  const alone = new RegExp(`(?<![a-z0-9])${term.replaceAll('.', '\\.')}(?![a-z0-9])`)
  return (text) => alone.test(text)
}

type Texts = Record<'title' | 'labels' | 'issuer' | 'summary', string>

/** The best place in which an expression of a part occurs, and how much of the part it answers. */
function found(
  { byInitials }: Concept,
  ways: readonly { share: number; standsIn: StandsIn }[],
  texts: Texts,
  inBody: { close: boolean; any: boolean },
): { points: number; answered: number; inHead: number } {
  if (byInitials && inBody.close) return { points: PLACES.title, answered: 1, inHead: 1 }
  let points = inBody.close ? PLACES.body : inBody.any ? PLACES.body * 0.35 : 0
  let answered = inBody.close ? IN_BODY : inBody.any ? IN_BODY * 0.35 : 0
  let inHead = 0
  for (const { standsIn, share } of ways) {
    if (share * PLACES.title <= points && share <= answered && share <= inHead) continue
    const place = standsIn(texts.title)
      ? PLACES.title
      : standsIn(texts.labels)
        ? PLACES.labels
        : standsIn(texts.summary)
          ? PLACES.summary
          : standsIn(texts.issuer)
            ? PLACES.issuer
            : 0
    if (!place) continue
    points = Math.max(points, share * place)
    answered = Math.max(answered, share)
    inHead = Math.max(inHead, share)
  }
  return { points, answered, inHead }
}

/** When all documents with any part are candidates, the frequencies are exact and not estimated. */
function weighed(q: Question, candidates: readonly Candidate[], total: number): number[] {
  if (candidates.length >= RANKED) return q.concepts.map(({ weight }) => weight)
  return q.concepts.map(({ word }, at) => weightOf(word, candidates.filter(({ close }) => close & (1 << at)).length, total))
}

/** The candidates in order, certain ones first. Those that answer nothing are dropped, and at most twenty go under 可能相关. */
export function ranked(q: Question, candidates: readonly Candidate[], total: number): Ranked[] {
  const weights = weighed(q, candidates, total)
  // Facts about the asker influence the order but need no answer, unless the question has nothing else.
  const isSaid = q.concepts.every(({ said }) => said) ? q.concepts.map(() => false) : q.concepts.map(({ said = false }) => said)
  const all = weights.reduce((sum, weight, at) => (isSaid[at] ? sum : sum + weight), q.whereabouts ? WHEREABOUTS : 0) || 1
  const ways = q.concepts.map((one) => one.ways.map(({ term, share }) => ({ share, standsIn: standing(term) })))
  const whole = bare(q.whole)
  const scored = candidates.map((c) => {
    const texts: Texts = { title: bare(c.title), labels: bare(c.labels), issuer: bare(c.issuer), summary: bare(c.summary) }
    let score = 0,
      coverage = 0,
      heading = 0
    for (const [at, one] of q.concepts.entries()) {
      const { points, answered, inHead } = found(one, ways[at]!, texts, {
        close: Boolean(c.close & (1 << at)),
        any: Boolean(c.any & (1 << at)),
      })
      score += weights[at]! * points
      if (isSaid[at]) continue
      coverage += weights[at]! * answered
      heading += weights[at]! * inHead
    }
    coverage /= all
    if (whole.length >= MIN_PHRASE) {
      if (squeezed(texts.title).includes(whole)) score += PHRASE_IN_TITLE
      else if (squeezed(texts.summary).includes(whole)) score += PHRASE
    }
    const borne = q.numbers.map((number) => bears(number, c.documentNumber))
    if (borne.includes('exactly')) [score, coverage, heading] = [score + NUMBER, 1, all]
    else if (borne.includes('other office')) score += NUMBER / 4
    return {
      id: c.id,
      newest: c.newest,
      coverage,
      heads: heading / all >= SURE_COVERAGE,
      score: score * (0.35 + 0.65 * coverage) * c.standing,
    }
  })
  const order = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || b.newest - a.newest || b.id - a.id)
  const best = order[0]?.score ?? 0
  const told = order.map(({ newest: _, ...one }) => ({ ...one, maybe: one.coverage < SURE_COVERAGE || one.score < best * SURE_SCORE }))
  return [...told.filter(({ maybe }) => !maybe), ...told.filter(({ maybe }) => maybe).slice(0, MAYBES)]
}
