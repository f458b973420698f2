import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import { publish, subscribe } from '../kernel/jobs/events.ts'
import { kernelOf } from '../kernel/kernel-of.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { policyTerms } from './dictionary.ts'
import { isChinese, pinyinInitials, pinyinSpelling } from './words.ts'
import { perKernel } from '../kernel/per-kernel.ts'

const TOPIC = 'search-terms'
const BATCH = 2000
/** Correction and pinyin only consider words up to this length. */
const MAX_LETTERS = 12
/** A word of a single document may come from a draft. */
const SEVERAL = 2
/** Neighbouring characters are counted as well; only terms of the dictionary are certainly words. */
const isTerm: ReadonlySet<string> = new Set(policyTerms)

interface Term {
  term: string
  df: number
  pinyin: string
  initials: string
}

/** Every word of the public documents, with the number of documents that contain it and its sound. In memory, about 150 bytes per word. */
export class Vocabulary {
  /** documents in all */
  total = 0
  readonly #frequency = new Map<string, number>()
  readonly #bySpelling = new Map<string, string[]>()
  readonly #byInitials = new Map<string, string[]>()
  #longest = 0

  constructor() {
    for (const term of policyTerms) this.add({ term, df: 0, pinyin: pinyinSpelling(term), initials: pinyinInitials(term) })
  }

  add({ term, df, pinyin, initials }: Term): void {
    const isNew = !this.#frequency.has(term)
    this.#frequency.set(term, df)
    if (!isNew || !isChinese(term) || term.length > MAX_LETTERS) return
    into(this.#bySpelling, pinyin, term)
    into(this.#byInitials, initials, term)
    this.#longest = Math.max(this.#longest, pinyin.length)
  }

  /** Number of documents with the word; undefined when it is unknown. */
  frequency(term: string): number | undefined {
    return this.#frequency.get(term)
  }

  /** Words with this pinyin spelling (gaoxin), the most frequent first. */
  spelt(spelling: string): readonly string[] {
    return this.#inOrder(this.#bySpelling.get(spelling))
  }

  /** Words with these pinyin initials (gxjs). */
  begun(initials: string): readonly string[] {
    return this.#inOrder(this.#byInitials.get(initials))
  }

  /**
   * Splits letters into the fewest spellings of known words: jishugaizao → [jishugaizao] or [jishu, gaizao]; [] when they are not pinyin.
   */
  spellings(letters: string): readonly string[] {
    const best: (readonly string[] | undefined)[] = [[]]
    for (let end = 1; end <= letters.length; end++)
      for (let from = Math.max(0, end - this.#longest); from < end; from++) {
        const before = best[from]
        if (!before || !this.#bySpelling.has(letters.slice(from, end))) continue
        if (!best[end] || before.length + 1 < best[end]!.length) best[end] = [...before, letters.slice(from, end)]
      }
    return best[letters.length] ?? []
  }

  /** Words that begin with the typed characters, pinyin or initials; only words of several documents, the most frequent first. */
  suggested(typed: string, limit: number): readonly string[] {
    const isTold = (term: string) => (this.frequency(term) ?? 0) >= SEVERAL && (term.length > 2 || isTerm.has(term))
    const found = new Set<string>()
    if (isChinese(typed)) {
      for (const term of this.#frequency.keys()) if (term.startsWith(typed) && isChinese(term) && isTold(term)) found.add(term)
    } else if (/^[a-z]{2,}$/.test(typed))
      for (const sounds of [this.#bySpelling, this.#byInitials])
        for (const [sound, terms] of sounds) if (sound.startsWith(typed)) for (const term of terms) if (isTold(term)) found.add(term)
    return this.#inOrder([...found]).slice(0, limit)
  }

  #inOrder(terms: readonly string[] = []): readonly string[] {
    return [...terms].sort((a, b) => (this.frequency(b) ?? 0) - (this.frequency(a) ?? 0))
  }
}

const into = (map: Map<string, string[]>, key: string, term: string): void => {
  const known = map.get(key)
  if (known) known.push(term)
  else map.set(key, [term])
}

interface Held {
  vocabulary: Vocabulary
  loading: Promise<Vocabulary> | undefined
  lastId: number
  stale: boolean
}
const heldBy = perKernel((k) => {
  const mine: Held = { vocabulary: new Vocabulary(), loading: undefined, lastId: 0, stale: true }
  const changed = (data: Record<string, unknown>) => {
    mine.stale = true
    // After a recount, the frequencies of known words have changed.
    if (data.counted) mine.lastId = 0
  }
  subscribe(k, TOPIC, changed)
  subscribe(k, 'reconnected', () => changed({ counted: true }))
  return mine
})

/** The vocabulary; additions of any process are read before the next search. */
export function vocabularyOf(k: Kernel): Promise<Vocabulary> | Vocabulary {
  const mine = heldBy(k)
  if (!mine.stale) return mine.vocabulary
  return (mine.loading ??= read(k, mine).finally(() => {
    mine.loading = undefined
  }))
}

async function read(k: Kernel, mine: Held): Promise<Vocabulary> {
  mine.stale = false
  try {
    const { rows: counts } = await k.pool.query<{ documents: number }>('select documents from search_count')
    mine.vocabulary.total = counts[0]?.documents ?? 0
    for (;;) {
      const { rows } = await k.pool.query<{ id: number } & Term>({
        name: 'search-terms',
        text: 'select id, term, df, pinyin, initials from search_term where id > $1 order by id limit $2',
        values: [mine.lastId, BATCH],
      })
      for (const row of rows) mine.vocabulary.add(row)
      mine.lastId = rows.at(-1)?.id ?? mine.lastId
      if (rows.length < BATCH) return mine.vocabulary
    }
  } catch (error) {
    mine.stale = true
    throw error
  }
}

const isKept = (word: string): boolean => word.length > 1 && word.length <= MAX_LETTERS && (isChinese(word) || /^[a-z]+$/.test(word))

/** Adds the words of a document being saved, for corrections, pinyin and suggestions; their frequencies are counted at night. */
export async function learnWords(db: Db, words: readonly string[]): Promise<void> {
  const known = heldBy(kernelOf(db)).vocabulary
  const fresh = [...new Set(words)].filter((word) => isKept(word) && known.frequency(word) === undefined).sort()
  if (!fresh.length) return
  await db
    .insertInto('search_term')
    .values(fresh.map((term) => ({ term, df: 1, pinyin: pinyinSpelling(term), initials: pinyinInitials(term) })))
    .onConflict((c) => c.column('term').doNothing())
    .execute()
  await publish(db, TOPIC)
}

/** Counts the documents of each word. `vectors` are constant statements with the search columns of public rows. */
export async function countWords(k: Kernel, vectors: readonly string[]): Promise<void> {
  const all = vectors.join(' union all ')
  await sql`with stat as materialized (select word as term, sum(ndoc)::int as df from ts_stat(${sql.lit(all)}) s where word ~ '^[\u4e00-\u9fff]{2,12}$' or word ~ '^[a-z]{2,12}$' group by word),
    gone as (update search_term t set df = 0 where df > 0 and not exists (select 1 from stat where stat.term = t.term))
    insert into search_term (term, df) select term, df from stat order by term
      on conflict (term) do update set df = excluded.df where search_term.df <> excluded.df`.execute(k.db)
  for (;;) {
    const rows = await k.db.selectFrom('search_term').select('term').where('pinyin', '=', '').limit(BATCH).execute()
    if (!rows.length) break
    const sounds = rows.map(({ term }) => ({ term, pinyin: pinyinSpelling(term) || '-', initials: pinyinInitials(term) }))
    await sql`update search_term t set pinyin = s.pinyin, initials = s.initials
      from jsonb_to_recordset(${JSON.stringify(sounds)}::jsonb) as s (term text, pinyin text, initials text) where t.term = s.term`.execute(
      k.db,
    )
  }
  await sql`insert into search_count (documents) select count(*) from (${sql.raw(all)}) found on conflict (one) do update set documents = excluded.documents`.execute(
    k.db,
  )
  await publish(k.db, TOPIC, { counted: true })
}
