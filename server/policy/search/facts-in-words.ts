import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'

/** What the facts in a question mean for one policy. */
export interface Meaning {
  /** place of its verdict, the best first; the same for all where only bounds are known */
  place: number
  /** the facts rule it out, or it cannot be applied for now */
  isOut: boolean
  /** share of the facts that its rule reads */
  read: number
}
/** A question in which facts of a company were read. */
export interface SaidInWords {
  /** the words without what was read */
  beside: string
  /** by policy; only those with a rule in force */
  meaning(ids: readonly number[]): Promise<ReadonlyMap<number, Meaning>>
}
/** Null where the words say no fact. `without`: facts that are not to count, and whose words are words again. */
export type FactReader = (words: string, without: readonly string[], day: string) => SaidInWords | null

const readers = perKernel((): { read: FactReader } => ({ read: () => null }))
/** The matching domain registers how it reads facts, because it depends on policies and not the other way round. */
export const useFactReader = (k: Kernel, read: FactReader): void => {
  readers(k).read = read
}
export const factsIn = (k: Kernel, words: string, without: readonly string[], day: string): SaidInWords | null =>
  readers(k).read(words, without, day)
