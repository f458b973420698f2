import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { searchSources } from './sources.ts'
import { countWords } from './vocabulary.ts'

/** Rewrites search columns of an older format and, when there were some, counts the words. */
export async function rewriteOld(k: Kernel): Promise<void> {
  let written = 0
  for (const source of searchSources(k)) for (let some = -1; some !== 0; written += some) some = await source.rewrite(k)
  if (written > 0) await recount(k)
}

/** Counts every word of the public documents. Also the last step of a seed. */
export const recount = (k: Kernel): Promise<void> =>
  countWords(
    k,
    searchSources(k).map(({ vectors }) => vectors),
  )

export function joinSearch(k: Kernel): void {
  recurring(k, { name: 'search.rewrite', title: '更新搜索索引', cron: '* * * * *' }, () => rewriteOld(k))
  recurring(k, { name: 'search.words', title: '重算搜索词频', cron: '40 3 * * *' }, () => recount(k))
}
