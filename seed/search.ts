import type { Kernel } from '../server/kernel/kernel.ts'
import {
  besideSynonymGroups,
  counterSynonymGroups,
  laterSynonymGroups,
  recount,
  spokenSynonymGroups,
  synonymGroups,
} from '../server/search/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** The initial synonyms of the product; editors maintain them afterwards. */
export const synonymSeed: Seed = {
  name: 'search-synonyms',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'search-synonyms', () => addGroups(k, synonymGroups)),
}

/** Synonym groups of later versions, for older installations; what editors removed or defined stays. */
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

/** Frequencies of words in the data of other seeds. They are updated every night. */
export const wordSeed: Seed = {
  name: 'search-words',
  demoOnly: false,
  run: (k: Kernel) => seedOnce(k, 'search-words', () => recount(k)),
}
