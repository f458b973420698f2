import { RANKED } from './candidates.ts'
import { bears } from './numbers.ts'
import { weightOf, type Concept, type Question } from './question.ts'
import { bare, squeezed } from './words.ts'

/** A candidate as its kind describes it. */
export interface Candidate {
  id: number
  title: string
  /** what it is called besides: kinds of support, labels */
  labels: string
  /** who issued it */
  issuer: string
  /** under what number, where it has one */
  documentNumber: string
  summary: string
  /** bits of the question's parts that the whole text says, or touches */
  close: number
  any: number
  /** time of publication, milliseconds */
  newest: number
  /** 1 = as it is; less for what is closed, replaced or repealed */
  standing: number
}
export interface Ranked {
  id: number
  score: number
  /** share of the question that the text answers, 0 to 1 */
  coverage: number
  /** its title, labels, issuer and summary answer a fair share of it */
  heads: boolean
  /** stands under 可能相关 */
  maybe: boolean
}

const PLACES = { title: 3, labels: 1.8, issuer: 1.2, summary: 1.5, body: 0.7 }
/** A part that only the body says, or a lesser way of it, counts as answered to this share. */
const IN_BODY = 0.6
const PHRASE_IN_TITLE = 6
const PHRASE = 3
const NUMBER = 12
const MIN_PHRASE = 3
/** Below this share of the question, or this share of the best score, a hit is only perhaps what was meant. */
const SURE_COVERAGE = 0.42
const SURE_SCORE = 0.35
/** What 在哪 and 电话 weigh, which no policy answers. */
const WHEREABOUTS = 2.5
const MAYBES = 20

type StandsIn = (text: string) => boolean

/** Letters and figures stand for themselves: 5 is not in 15. */
function standing(term: string): StandsIn {
  if (!/^[a-z0-9.%]+$/.test(term)) return (text) => text.includes(term)
  const alone = new RegExp(`(?<![a-z0-9])${term.replaceAll('.', '\\.')}(?![a-z0-9])`)
  return (text) => alone.test(text)
}

type Texts = Record<'title' | 'labels' | 'issuer' | 'summary', string>

/** The best place in which any way of a part stands, and how much of the part that answers. */
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

/** Where every document that says any part is a candidate, it is known how many say each, not only estimated. */
function weighed(q: Question, candidates: readonly Candidate[], total: number): number[] {
  if (candidates.length >= RANKED) return q.concepts.map(({ weight }) => weight)
  return q.concepts.map(({ word }, at) => weightOf(word, candidates.filter(({ close }) => close & (1 << at)).length, total))
}

/** The candidates in order, sure ones first. Those that answer nothing are left out, and at most twenty stand under 可能相关. */
export function ranked(q: Question, candidates: readonly Candidate[], total: number): Ranked[] {
  const weights = weighed(q, candidates, total)
  // What was said of the asker orders, and nothing has to answer it, unless nothing else was said.
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
