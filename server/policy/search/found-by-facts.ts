import type { Ranked } from '../../search/index.ts'
import type { Meaning, SaidInWords } from './facts-in-words.ts'

/** Rows whose coverage rounds to the same quarter count as equal answers. */
const STEPS = 4
/** A policy whose rule is not in force has no verdict. */
const NOTHING: Meaning = { place: Infinity, isOut: false, read: 0 }
const MAYBES = 20

/** A policy that is considered only because of the facts. */
interface Policy {
  id: number
  isElsewhere: boolean
}
type Placed = Ranked & Meaning
const byPlace = (a: Placed, b: Placed) => a.place - b.place
const byScore = (a: Placed, b: Placed) => b.score - a.score || b.id - a.id
const inStep = ({ coverage }: Ranked) => Math.round(coverage * STEPS)
/** A policy that is named in the question (评上高企能拿多少) outweighs a condition that is mentioned in passing. */
const NAMED = 2
const fitting = ({ coverage, read }: Placed) => NAMED * coverage + read

/** Orders the hits of the remaining words: among rows that answer them equally well, by the verdict. */
export async function orderedByVerdict(said: SaidInWords, hits: readonly Ranked[]): Promise<Ranked[]> {
  const meaning = await said.meaning(hits.map(({ id }) => id))
  const placed = hits.map((hit): Placed => ({ ...hit, ...(meaning.get(hit.id) ?? NOTHING) }))
  const of = (guessed: boolean) => placed.filter(({ maybe }) => maybe === guessed)
  return [...of(false).sort((a, b) => inStep(b) - inStep(a) || byPlace(a, b) || byScore(a, b)), ...of(true)]
}

/**
 * Answers a question that states only facts, or whose other words have no certain hit: every policy whose rule uses one of the facts, by
 * its verdict. Policies that the facts exclude, or that apply only in other places, go under 可能相关. `more`: further policies to consider;
 * `words`: whether certain hits of the words count too.
 */
export async function answeredByFacts(
  said: SaidInWords,
  hits: readonly Ranked[],
  more: readonly Policy[],
  { words, most }: { words: boolean; most: number },
): Promise<Ranked[]> {
  const found = new Map(hits.map((hit) => [hit.id, hit]))
  const elsewhere = new Set(more.filter((one) => one.isElsewhere).map(({ id }) => id))
  const ids = [...new Set([...found.keys(), ...more.map(({ id }) => id)])]
  const meaning = await said.meaning(ids)
  const placed = ids.map((id): Placed => {
    const meant = meaning.get(id) ?? NOTHING
    const hit = found.get(id) ?? { id, score: 0, coverage: 0, heads: false, maybe: true }
    const isSaid = meant.read > 0 || (words && !hit.maybe)
    return { ...hit, ...meant, maybe: !isSaid || meant.isOut || (hit.maybe && elsewhere.has(id)) }
  })
  const sure = placed.filter(({ maybe }) => !maybe).sort((a, b) => byPlace(a, b) || fitting(b) - fitting(a) || byScore(a, b))
  const guessed = placed
    .filter(({ id, maybe, read }) => maybe && (read > 0 || found.has(id)))
    .sort((a, b) => byPlace(a, b) || fitting(b) - fitting(a) || byScore(a, b))
  return [...sure.slice(0, most), ...guessed.slice(0, MAYBES)]
}
