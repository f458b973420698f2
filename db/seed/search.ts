import type { Kernel } from '../../server/kernel/kernel.ts'
import { recount, synonymGroups } from '../../server/search/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** What people say for one another, as the product starts with it; editors keep it from then on. */
export const synonymSeed: Seed = {
  name: 'search-synonyms',
  demoOnly: false,
  run: (k: Kernel) =>
    seedOnce(k, 'search-synonyms', async () => {
      await k.db
        .insertInto('search_synonym')
        .values(synonymGroups.map((words) => ({ words: [...words] })))
        .execute()
    }),
}

/** How often words occur in what the other seeds wrote. Later counts come every night. */
export const wordSeed: Seed = {
  name: 'search-words',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'search-words', () => recount(k)),
}
