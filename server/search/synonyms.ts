import { subscribe } from '../kernel/events.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bare, teach } from './words.ts'

const TOPIC = 'search-synonyms'

/** Word → every word of the groups that it stands in, itself left out. */
export type Synonyms = ReadonlyMap<string, readonly string[]>

export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const all = new Map<string, Set<string>>()
  for (const group of groups) {
    const words = group.map((word) => bare(word).trim()).filter(Boolean)
    for (const word of words) {
      const others = all.get(word) ?? new Set()
      for (const other of words) if (other !== word) others.add(other)
      all.set(word, others)
    }
  }
  return new Map([...all].map(([word, others]) => [word, [...others]]))
}

interface Held {
  synonyms: Synonyms | undefined
  loading: Promise<Synonyms> | undefined
}
const held = new WeakMap<Kernel, Held>()

/** The synonyms that hold now; read again after a change in any process. */
export function keptSynonyms(k: Kernel): Promise<Synonyms> | Synonyms {
  let mine = held.get(k)
  if (!mine) {
    held.set(k, (mine = { synonyms: undefined, loading: undefined }))
    const forget = () => (mine!.synonyms = undefined)
    subscribe(k, TOPIC, forget)
    subscribe(k, 'reconnected', forget)
  }
  if (mine.synonyms) return mine.synonyms
  return (mine.loading ??= read(k)
    .then((synonyms) => (mine.synonyms = synonyms))
    .finally(() => {
      mine.loading = undefined
    }))
}

async function read(k: Kernel): Promise<Synonyms> {
  const { rows } = await k.pool.query<{ words: string[] }>('select words from search_synonym where enabled order by id')
  teach(rows.flatMap(({ words }) => words))
  return synonymsOf(rows.map(({ words }) => words))
}
