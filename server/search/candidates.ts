import type { Concept, Question } from './question.ts'
import { joined } from './vector.ts'

/** Limit of examined rows per question, so that the cost does not grow with the corpus. */
const BUDGET = 3000
/**
 * When every word of the question is common, so many of the newest rows with a word in their head are taken, and as many with a word
 * anywhere.
 */
const NEWEST = 300
/** How many of the newest rows are examined for them: a word that only occurs in bodies would otherwise be searched in all rows. */
const LOOKED_AT = { head: 2000, anywhere: 600 }
/** How many rows are ranked against the question. */
export const RANKED = 200
const EXACT = 50
/** How many parts of the question choose the candidates; the rarest say most. */
const CHOOSING = 4

export interface Searched {
  /** table with the columns id, search, rank_words, publish_time; its alias is p */
  table: string
  /** condition on p; its parameters are already bound */
  where: string
  /** columns of p that `rank` reads */
  columns: string
}

interface Plan {
  /** tsquery whose hits are all taken (up to the budget) */
  taken: string
  /** tsquery that is searched among the newest rows; '' when not needed */
  newest: string
}

const together = (concepts: readonly Concept[], total: number): number =>
  concepts.reduce((expected, { documents }) => (expected * documents) / Math.max(1, total), total)

/**
 * Chooses how candidates are found. Rare words first: while their hits fit the budget, each word alone is enough. Of common words two or
 * more together are required, and when those are still too many, the newest rows with one of them are taken.
 */
export function planOf(concepts: readonly Concept[], total: number): Plan {
  const byRarity = [...concepts].sort((a, b) => a.documents - b.documents)
  let sum = 0
  const rare = byRarity.filter(({ documents }) => (sum += documents) <= BUDGET)
  const taken: string[] = []
  let left = BUDGET
  for (const c of rare) {
    // Parts of a word have more hits, so they are only used while the budget allows it.
    taken.push(c.reach <= left ? c.any : c.close)
    left -= Math.min(left, c.reach <= left ? c.reach : c.documents)
  }
  const common = byRarity.filter((c) => !rare.includes(c))
  const pair: Concept[] = []
  while (pair.length < common.length && (pair.length < 2 || together(pair, total) > BUDGET)) pair.push(common[pair.length]!)
  const fits = pair.length > 1 && together(pair, total) <= BUDGET
  if (fits)
    taken.push(
      joined(
        pair.map(({ close }) => close),
        '&',
      ),
    )
  return {
    taken: joined(taken, '|'),
    newest:
      rare.length || !common.length
        ? ''
        : joined(
            common.map(({ close }) => close),
            '|',
          ),
  }
}

/**
 * The statement of the candidates with the data for ranking: bits of the question's parts that the whole text contains (`close`) or touches
 * (`any`).
 */
export function candidateSql(
  bind: (value: unknown, type: string) => string,
  q: Question,
  total: number,
  { table, where, columns }: Searched,
): string {
  const { taken, newest } = planOf(q.concepts, total)
  const from = (query: string, limit: number) =>
    `(select p.id from ${table} p where ${where} and p.search @@ ${bind(query, 'tsquery')} limit ${limit})`
  const among = (column: 'rank_words' | 'search', newest: number, query: string) =>
    `(select id from (select p.id, p.${column} as words from ${table} p where ${where} order by p.publish_time desc, p.id desc limit ${newest}) newest
      where words @@ ${bind(query, 'tsquery')} limit ${NEWEST})`
  const sources = [
    from(q.exact, EXACT),
    ...(taken ? [from(taken, BUDGET)] : []),
    ...(newest ? [among('rank_words', LOOKED_AT.head, newest), among('search', LOOKED_AT.anywhere, newest)] : []),
  ]
  const score = [...q.concepts]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, CHOOSING)
    .map((c) => `${c.weight.toFixed(4)} * ts_rank('{0,0.3,0.5,1}', p.rank_words, ${bind(c.close, 'tsquery')})`)
  // Brackets around each bit: << and | have the same precedence, so without them all bits but the last would be shifted further.
  const bits = (which: 'any' | 'close') =>
    q.concepts.map((c, at) => `((w.words @@ ${bind(c[which], 'tsquery')})::int << ${at})`).join(' | ') || '0'
  return `with hit as materialized (${sources.join(' union ')}),
    best as materialized (select p.id from hit join ${table} p using (id) order by ${[...score, '0::real'].join(' + ')} desc, p.publish_time desc, p.id desc limit ${RANKED})
    select p.id, ${columns}, ${bits('close')} as close, ${bits('any')} as any
    from best join ${table} p using (id) cross join lateral (select p.search || ''::tsvector as words offset 0) w`
}
