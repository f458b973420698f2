import type { Ranked } from '../../search/index.ts'
import type { Meaning, SaidInWords } from './facts-in-words.ts'

/** Rows that answer so much of the question alike are equal: a quarter of it. */
const STEPS = 4
/** A policy whose rule is not in force says nothing of anybody. */
const NOTHING: Meaning = { place: Infinity, isOut: false, read: 0 }
const MAYBES = 20

/** A policy to be looked at for facts alone. */
interface Policy {
  id: number
  isElsewhere: boolean
}
type Placed = Ranked & Meaning
const byPlace = (a: Placed, b: Placed) => a.place - b.place
const byScore = (a: Placed, b: Placed) => b.score - a.score || b.id - a.id
const inStep = ({ coverage }: Ranked) => Math.round(coverage * STEPS)
/** What is asked by its name (评上高企能拿多少) says more than a condition that is read in passing. */
const NAMED = 2
const fitting = ({ coverage, read }: Placed) => NAMED * coverage + read

/** What the words beside the facts find: among rows that answer them alike, the verdict orders. */
export async function orderedByVerdict(said: SaidInWords, hits: readonly Ranked[]): Promise<Ranked[]> {
  const meaning = await said.meaning(hits.map(({ id }) => id))
  const placed = hits.map((hit): Placed => ({ ...hit, ...(meaning.get(hit.id) ?? NOTHING) }))
  const of = (guessed: boolean) => placed.filter(({ maybe }) => maybe === guessed)
  return [...of(false).sort((a, b) => inStep(b) - inStep(a) || byPlace(a, b) || byScore(a, b)), ...of(true)]
}

/**
 * Where nothing but facts was said, or nothing answers what else was: every policy whose rule reads one of the facts, by its verdict; what the facts
 * rule out, and what holds only in other places, is no answer and stands under 可能相关. `more`: further policies to be looked at; `words`: whether
 * what the words surely find counts as well.
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
