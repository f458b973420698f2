import type { Kernel } from '../kernel/kernel.ts'
import { RANKED } from './candidates.ts'
import { perKernel } from '../kernel/per-kernel.ts'

export interface Hit {
  id: string
  title: string
  summary: string
  url: string
  time: string | null
  passage?: string
}
/** One kind of thing that the search over the whole site finds. Only what anybody may read. */
export interface SearchSource {
  type: string
  label: string
  /**
   * `maybe`: the first guesses, where nothing surely answers; `missing`: numbers of documents that none bears; `nowhere`: a place of which nothing
   * stands here; `without`: facts of a company in the words that are not to count
   */
  find(
    k: Kernel,
    keyword: string,
    page: { offset: number; limit: number; without?: string[] | undefined },
  ): Promise<{ total: number; list: Hit[]; maybe?: Hit[]; missing?: string[] | undefined; nowhere?: string | undefined }>
  /** constant statement that gives the search columns of what can be found, for counting words */
  vectors: string
  /** writes some search columns of an older form anew; answers how many it wrote */
  rewrite(k: Kernel): Promise<number>
}

/** Of ranked ids those of one page; beyond the ranked nothing is offered. */
export const rankedPage = (ids: readonly number[], { offset, limit }: { offset: number; limit: number }): number[] =>
  ids.slice(Math.min(offset, RANKED - 1), offset + limit)

const sources = perKernel((): SearchSource[] => [])
/** A domain adds its kind when it joins; kinds appear in this order. */
export function addSearchSource(k: Kernel, source: SearchSource): void {
  sources(k).push(source)
}
export const searchSources = (k: Kernel): readonly SearchSource[] => sources(k)
