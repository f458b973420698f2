import type { Concept, Question } from './question.ts'
import { joined } from './vector.ts'

/** Rows that are looked at for one question: what a large corpus costs does not grow with it. */
const BUDGET = 3000
/** Rows taken when every word of the question is common: so many of the newest that hold one in their head, and of fewer of the newest as many that hold one anywhere. */
const NEWEST = 300
/** The newest rows that are looked at for it: a word that stands in bodies alone would be looked for in all of them. */
const LOOKED_AT = { head: 2000, anywhere: 600 }
/** Rows whose texts are compared with the question. */
export const RANKED = 200
const EXACT = 50
/** Parts of the question that choose among the candidates; the rarest say most. */
const CHOOSING = 4

export interface Searched {
  /** table with the columns id, search, rank_words, publish_time; its alias is p */
  table: string
  /** condition on p; what it needs is bound already */
  where: string
  /** columns of p that `rank` reads */
  columns: string
}

interface Plan {
  /** tsquery whose hits are all taken (up to the budget) */
  taken: string
  /** tsquery looked for among the newest; '' when not needed */
  newest: string
}

const together = (concepts: readonly Concept[], total: number): number =>
  concepts.reduce((expected, { documents }) => (expected * documents) / Math.max(1, total), total)

/**
 * Rare words first: as long as their hits fit the budget, each word alone brings candidates. Of common words two or more together do, and
 * where even those are too many, the newest that hold one.
 */
export function planOf(concepts: readonly Concept[], total: number): Plan {
  const byRarity = [...concepts].sort((a, b) => a.documents - b.documents)
  let sum = 0
  const rare = byRarity.filter(({ documents }) => (sum += documents) <= BUDGET)
  const taken: string[] = []
  let left = BUDGET
  for (const c of rare) {
    // Parts of a word bring more; they are asked for only where there is room.
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

/** The statement of the candidates with what their order needs: bits of the parts that the whole text says (`close`) or touches (`any`). */
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
  // Each bit in brackets: << and | are of one rank, and without them every bit but the last would be shifted on.
  const bits = (which: 'any' | 'close') =>
    q.concepts.map((c, at) => `((w.words @@ ${bind(c[which], 'tsquery')})::int << ${at})`).join(' | ') || '0'
  return `with hit as materialized (${sources.join(' union ')}),
    best as materialized (select p.id from hit join ${table} p using (id) order by ${[...score, '0::real'].join(' + ')} desc, p.publish_time desc, p.id desc limit ${RANKED})
    select p.id, ${columns}, ${bits('close')} as close, ${bits('any')} as any
    from best join ${table} p using (id) cross join lateral (select p.search || ''::tsvector as words offset 0) w`
}
