import type { Kernel } from '../../server/kernel/kernel.ts'
import {
  besideSynonymGroups,
  counterSynonymGroups,
  laterSynonymGroups,
  recount,
  spokenSynonymGroups,
  synonymGroups,
} from '../../server/search/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** What people say for one another, as the product starts with it; editors keep it from then on. */
export const synonymSeed: Seed = {
  name: 'search-synonyms',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'search-synonyms', () => addGroups(k, synonymGroups)),
}

/** Groups that came later, for installations that began with fewer; what editors have removed or said already stays as they have it. */
export const laterSynonymSeed: Seed = {
  name: 'later search-synonyms',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'later search-synonyms', () => addGroups(k, laterSynonymGroups)),
}

export const spokenSynonymSeed: Seed = {
  name: 'spoken search-synonyms',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'spoken search-synonyms', () => addGroups(k, spokenSynonymGroups)),
}

export const counterSynonymSeed: Seed = {
  name: 'counter search-synonyms',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'counter search-synonyms', () => addGroups(k, counterSynonymGroups)),
}

export const besideSynonymSeed: Seed = {
  name: 'beside search-synonyms',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'beside search-synonyms', () => addGroups(k, besideSynonymGroups)),
}

async function addGroups(k: Kernel, groups: readonly (readonly string[])[]): Promise<void> {
  const known = new Set((await k.db.selectFrom('search_synonym').select('words').execute()).map(({ words }) => words.join(' ')))
  const fresh = groups.filter((words) => !known.has(words.join(' ')))
  if (fresh.length > 0)
    await k.db
      .insertInto('search_synonym')
      .values(fresh.map((words) => ({ words: [...words] })))
      .execute()
}

/** How often words occur in what the other seeds wrote. Later counts come every night. */
export const wordSeed: Seed = {
  name: 'search-words',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'search-words', () => recount(k)),
}
