import type { Ranked } from '../../search/index.ts'
import type { Meaning, SaidInWords } from './facts-in-words.ts'

/** Rows that answer so much of the question alike are equal: a quarter of it. */
const STEPS = 4
/** A policy whose rule is not in force says nothing of anybody. */
const NOTHING: Meaning = { place: Infinity, read: 0 }
const MAYBES = 20

type Placed = Ranked & Meaning
const byPlace = (a: Placed, b: Placed) => a.place - b.place
const byScore = (a: Placed, b: Placed) => b.score - a.score || b.id - a.id
const inStep = ({ coverage }: Ranked) => Math.round(coverage * STEPS)
const fitting = ({ coverage, read }: Placed) => coverage + read

/** What the words beside the facts find: among rows that answer them alike, the verdict orders. */
export async function orderedByVerdict(said: SaidInWords, hits: readonly Ranked[]): Promise<Ranked[]> {
  const meaning = await said.meaning(hits.map(({ id }) => id))
  const placed = hits.map((hit): Placed => ({ ...hit, ...(meaning.get(hit.id) ?? NOTHING) }))
  const of = (guessed: boolean) => placed.filter(({ maybe }) => maybe === guessed)
  return [...of(false).sort((a, b) => inStep(b) - inStep(a) || byPlace(a, b) || byScore(a, b)), ...of(true)]
}

/**
 * Where nothing but facts was said, or nothing answers what else was: every policy whose rule reads one of the facts, by its verdict. `more`: further
 * policies to be looked at; `words`: whether what the words surely find counts as well.
 */
export async function answeredByFacts(
  said: SaidInWords,
  hits: readonly Ranked[],
  more: readonly number[],
  { words, most }: { words: boolean; most: number },
): Promise<Ranked[]> {
  const found = new Map(hits.map((hit) => [hit.id, hit]))
  const ids = [...new Set([...found.keys(), ...more])]
  const meaning = await said.meaning(ids)
  const placed = ids.map((id): Placed => {
    const { place, read } = meaning.get(id) ?? NOTHING
    const hit = found.get(id) ?? { id, score: 0, coverage: 0, heads: false, maybe: true }
    return { ...hit, place, read, maybe: read === 0 && (hit.maybe || !words) }
  })
  const sure = placed.filter(({ maybe }) => !maybe).sort((a, b) => byPlace(a, b) || fitting(b) - fitting(a) || byScore(a, b))
  const guessed = placed.filter(({ id, maybe }) => maybe && found.has(id)).sort(byScore)
  return [...sure.slice(0, most), ...guessed.slice(0, MAYBES)]
}
