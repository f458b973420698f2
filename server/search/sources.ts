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
/** One kind of thing in the search of the whole site; public things only. */
export interface SearchSource {
  type: string
  label: string
  /**
   * `maybe`: the first uncertain hits, without a certain one; `missing`: document numbers that do not exist; `nowhere`: a place without
   * documents; `without`: facts in the words to ignore
   */
  find(
    k: Kernel,
    keyword: string,
    page: { offset: number; limit: number; without?: string[] | undefined },
  ): Promise<{ total: number; list: Hit[]; maybe?: Hit[]; missing?: string[] | undefined; nowhere?: string | undefined }>
  /** constant statement with the search columns of all public rows, for counting words */
  vectors: string
  /** rewrites some search columns of an older format; returns their number */
  rewrite(k: Kernel): Promise<number>
}

/** The ids of one page of the ranked hits; there are no pages beyond these. */
export const rankedPage = (ids: readonly number[], { offset, limit }: { offset: number; limit: number }): number[] =>
  ids.slice(Math.min(offset, RANKED - 1), offset + limit)

const sources = perKernel((): SearchSource[] => [])
/** A domain adds its kind when it joins; kinds appear in this order. */
export function addSearchSource(k: Kernel, source: SearchSource): void {
  sources(k).push(source)
}
export const searchSources = (k: Kernel): readonly SearchSource[] => sources(k)
