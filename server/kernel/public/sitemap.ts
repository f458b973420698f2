import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** An address for search engines; `changed` is an instant, left out when unknown. */
export interface PublicPage {
  path: string
  changed?: string
}

/** The pages of a domain in the sitemap. */
export interface PageSource {
  /** pages that show no single record: lists and tools */
  fixed?: readonly string[]
  /** number of public records with a page of their own */
  count?(db: Db): Promise<number>
  /** these records, in an order that is stable from file to file */
  rows?(db: Db, offset: number, limit: number): Promise<PublicPage[]>
}

const sources = perKernel((): PageSource[] => [])

/** A domain registers its public pages when it joins. */
export const offersPages = (k: Kernel, source: PageSource): void => void sources(k).push(source)

interface Run {
  size: number
  read(offset: number, limit: number): Promise<PublicPage[]> | PublicPage[]
}

/** All public pages: first those without a record, then the records, domain by domain. */
async function runs(k: Kernel): Promise<Run[]> {
  const offered = sources(k)
  const fixed = offered.flatMap((source) => source.fixed ?? []).map((path) => ({ path }))
  const records = offered.map(async ({ count, rows }): Promise<Run> => ({
    size: (await count?.(k.db)) ?? 0,
    read: (offset, limit) => rows?.(k.db, offset, limit) ?? [],
  }))
  return [{ size: fixed.length, read: (offset, limit) => fixed.slice(offset, offset + limit) }, ...(await Promise.all(records))]
}

export const publicPageCount = async (k: Kernel): Promise<number> => (await runs(k)).reduce((sum, { size }) => sum + size, 0)

/** One stretch of all public pages. */
export async function publicPages(k: Kernel, offset: number, limit: number): Promise<PublicPage[]> {
  const found: PublicPage[] = []
  let from = offset
  for (const { size, read } of await runs(k)) {
    if (from < size && found.length < limit) found.push(...(await read(from, limit - found.length)))
    from = Math.max(0, from - size)
  }
  return found
}
