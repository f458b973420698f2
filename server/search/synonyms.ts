import type { Db } from '../kernel/db/index.ts'
import { publish, subscribe } from '../kernel/jobs/events.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bare, teach } from './words.ts'
import { perKernel } from '../kernel/per-kernel.ts'

const TOPIC = 'search-synonyms'

/** Word → all other words of its groups. */
export type Synonyms = ReadonlyMap<string, readonly string[]>

/** The form in which words of groups are compared: width, case, quotation marks and brackets are ignored. */
export const sameWord = (word: string): string => bare(word).trim()

export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const all = new Map<string, Set<string>>()
  for (const group of groups) {
    const words = group.map(sameWord).filter(Boolean)
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
const heldBy = perKernel((k) => {
  const mine: Held = { synonyms: undefined, loading: undefined }
  const forget = () => (mine.synonyms = undefined)
  subscribe(k, TOPIC, forget)
  subscribe(k, 'reconnected', forget)
  return mine
})

/** The current synonyms; reloaded after a change in any process. */
export function keptSynonyms(k: Kernel): Promise<Synonyms> | Synonyms {
  const mine = heldBy(k)
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

/** This process reloads the groups before its next search. */
export const forgetSynonyms = (k: Kernel): void => {
  heldBy(k).synonyms = undefined
}

/** Call after a change of the groups, in its transaction: every other process reloads them. */
export const synonymsChanged = (db: Db): Promise<void> => publish(db, TOPIC)

/**
 * The synonyms with one group changed (without words: removed) or added. Nothing is stored; the segmenter keeps the words whole from now
 * on.
 */
export async function synonymsWith(db: Db, change: { id?: number | undefined; words: readonly string[] }): Promise<Synonyms> {
  const groups = await db.selectFrom('search_synonym').select(['id', 'words']).where('enabled', '=', true).orderBy('id').execute()
  teach(change.words)
  return synonymsOf([...groups.filter(({ id }) => id !== change.id).map(({ words }) => words), change.words])
}
