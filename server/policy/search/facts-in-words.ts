import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'

/** What the facts in a question mean for one policy. */
export interface Meaning {
  /** rank of its verdict, the best first; equal for all when only limits are known */
  place: number
  /** the facts exclude the policy, or it cannot be applied for now */
  isOut: boolean
  /** share of the facts that its rule uses */
  read: number
}
/** A question that states facts about a company. */
export interface SaidInWords {
  /** the remaining words of the question */
  beside: string
  /** meaning by policy; only policies with a rule in force */
  meaning(ids: readonly number[]): Promise<ReadonlyMap<number, Meaning>>
}
/** Null when the question states no facts. `without`: facts to ignore; their words become search words again. */
export type FactReader = (words: string, without: readonly string[], day: string) => SaidInWords | null

const readers = perKernel((): { read: FactReader } => ({ read: () => null }))
/** The matching domain registers its reader of facts, because it depends on policies and not the reverse. */
export const useFactReader = (k: Kernel, read: FactReader): void => {
  readers(k).read = read
}
export const factsIn = (k: Kernel, words: string, without: readonly string[], day: string): SaidInWords | null =>
  readers(k).read(words, without, day)
