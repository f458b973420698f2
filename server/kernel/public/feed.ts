import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

export interface FeedItem {
  path: string
  title: string
  summary: string
  /** the office or person that published it */
  by: string
  /** the instant of publication */
  time: string
}

/** What a domain contributes to the feed. */
export interface FeedSource {
  /** name of its items, such as 政策 */
  label: string
  /** the newest public items, newest first */
  newest(db: Db, limit: number): Promise<FeedItem[]>
}

const sources = perKernel((): FeedSource[] => [])

/** A domain registers its news for feed readers when it joins. */
export const offersFeed = (k: Kernel, source: FeedSource): void => void sources(k).push(source)

/** The newest items of all domains, each with its domain's label. */
export async function newestOf(k: Kernel, limit: number): Promise<{ labels: string[]; items: (FeedItem & { label: string })[] }> {
  const offered = sources(k)
  const found = await Promise.all(offered.map(async ({ label, newest }) => (await newest(k.db, limit)).map((item) => ({ ...item, label }))))
  const items = found
    .flat()
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
    .slice(0, limit)
  return { labels: offered.map(({ label }) => label), items }
}
