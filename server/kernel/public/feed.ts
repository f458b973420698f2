import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

export interface FeedItem {
  path: string
  title: string
  summary: string
  /** the office or person it comes from */
  by: string
  /** the instant it was made public */
  time: string
}

/** What a domain tells in the feed. */
export interface FeedSource {
  /** how its things are called, such as 政策 */
  label: string
  /** the newest that everybody may read, newest first */
  newest(db: Db, limit: number): Promise<FeedItem[]>
}

const sources = perKernel((): FeedSource[] => [])

/** A domain offers its news to readers of feeds when it joins. */
export const offersFeed = (k: Kernel, source: FeedSource): void => void sources(k).push(source)

/** The newest of all domains, with how the domain calls them. */
export async function newestOf(k: Kernel, limit: number): Promise<{ labels: string[]; items: (FeedItem & { label: string })[] }> {
  const offered = sources(k)
  const found = await Promise.all(offered.map(async ({ label, newest }) => (await newest(k.db, limit)).map((item) => ({ ...item, label }))))
  const items = found
    .flat()
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
    .slice(0, limit)
  return { labels: offered.map(({ label }) => label), items }
}
