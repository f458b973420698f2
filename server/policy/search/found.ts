import { supportModeLabel } from '../../../contract/policy/codes.ts'
import { placeContains } from '../../../contract/place.ts'
import { siteArea } from '../../kernel/config.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { asksSomething, partsOf, RANKED, readQuestion, searchKind, squeezed, type Ranked, type Synonyms } from '../../search/index.ts'
import { factsIn } from './facts-in-words.ts'
import { answeredByFacts, orderedByVerdict } from './found-by-facts.ts'
import { inForce, PUBLIC, Statement, whereOf, type Filter, type Found } from './list-sql.ts'
import { otherPlace, placesOf } from './named-place.ts'
import { statusOf } from '../list-item.ts'

/** What a reader can act on stands before what is over, when both fit alike. */
const STANDING = { open: 1, closing: 1, notYet: 0.97, closed: 0.93, repealed: 0.8 } as const
const REPLACED = 0.85
/** The newest policies, so many, are looked at for a question that says nothing but facts. */
const JUDGED = 1000
/** What holds only in another place stands after what fits alike and holds here; a question that names that place asks for what holds there. */
const ELSEWHERE = 0.95
const THERE = 1.2

interface Row {
  id: number
  title: string
  summary: string
  dep_name: string
  doc_no: string | null
  support_modes: string[]
  apply_from: string | null
  apply_to: string | null
  repealed_on: string | null
  superseded_by: string | null
  publish_time: string
  area_code: string | null
  area_name: string | null
  label_names: string[]
  close: number
  any: number
}
const COLUMNS = `p.title, p.summary, p.dep_name, p.doc_no, p.support_modes, p.apply_from, p.apply_to, p.repealed_on, p.superseded_by, p.publish_time, p.area_code, p.area_name,
  array(select l.name from policy_label_of c join policy_label l on l.id = c.label_id where c.policy_id = p.id and l.enabled) as label_names`

/**
 * Which published policies answer the words of a filter, best first, under its other conditions. `also`: a further condition on p; `synonyms`:
 * others than those that hold.
 */
export async function findPolicies(
  k: Kernel,
  { q = '', exact = false, without = [], ...filter }: Filter,
  day: string,
  { also, synonyms }: { also?: (s: Statement) => string; synonyms?: Synonyms | undefined } = {},
): Promise<Found> {
  const said = factsIn(k, q, without, day)
  const asksMore = !said || asksSomething(said.beside)
  const question = await readQuestion(k, q, { literally: exact, synonyms, beside: asksMore ? said?.beside : undefined })
  if (!question) return { ids: [], maybe: [], answered: true }
  const s = new Statement()
  const here = siteArea(k.config)
  const there = otherPlace(squeezed(question.text), await placesOf(k), here)
  const where = [whereOf(s, filter, day), ...(also ? [also(s)] : [])].join(' and ')
  const byWords = await searchKind<Row>(k, question, s, { table: 'policy', where, columns: COLUMNS }, (row) => ({
    id: row.id,
    title: row.title,
    labels: [...row.support_modes.map(supportModeLabel), ...row.label_names].join(' '),
    issuer: `${row.dep_name} ${row.doc_no ?? ''} ${row.area_name ?? ''}`,
    summary: row.summary,
    close: row.close,
    any: row.any,
    newest: Date.parse(row.publish_time),
    standing: STANDING[statusOf(row, day)] * (row.superseded_by ? REPLACED : 1) * placeFactor(row.area_code, here, there),
  }))
  const answered = byWords.some(({ maybe }) => !maybe)
  const hits = said ? await withFacts() : byWords
  return {
    answered: answered || !asksMore,
    ids: hits.map(({ id }) => id),
    maybe: hits.filter(({ maybe }) => maybe).map(({ id }) => id),
    parts: partsOf(question.concepts),
    ...(question.asked ? { asked: question.asked, searched: question.text } : {}),
  }

  async function withFacts(): Promise<Ranked[]> {
    // What only a body says in passing of the words beside them answers no better than the facts do.
    if (asksMore && byWords.some(({ heads, maybe }) => heads && !maybe)) return orderedByVerdict(said!, byWords)
    const newest = new Statement()
    const conditions = [whereOf(newest, filter, day), ...(also ? [also(newest)] : [])].join(' and ')
    const { rows } = await k.pool.query<{ id: number }>(
      `select p.id from policy p where ${conditions} order by p.publish_time desc, p.id desc limit ${JUDGED}`,
      newest.values,
    )
    return answeredByFacts(
      said!,
      byWords,
      rows.map(({ id }) => id),
      { words: !asksMore, most: RANKED },
    )
  }
}

function placeFactor(place: string | null, here: string | undefined, there: string | undefined): number {
  if (place === null) return 1
  if (there !== undefined) return place.startsWith(there) || placeContains(place, there) ? THERE : ELSEWHERE
  return here !== undefined && !placeContains(place, here) ? ELSEWHERE : 1
}

/** Those of the wish's answers that are no guess, among policies published after `since` or with one of the ids. */
export async function surelyFound(
  k: Kernel,
  wish: Filter,
  day: string,
  { since, ids }: { since?: string | undefined; ids?: readonly number[] | undefined },
): Promise<number[]> {
  const found = await findPolicies(k, wish, day, {
    also: (s) =>
      [
        PUBLIC,
        ...(since ? [`p.publish_time > ${s.bind(since, 'timestamptz')}`, inForce(s.bind(day, 'date'))] : []),
        ...(ids ? [`p.id = any(${s.bind([...ids], 'bigint[]')})`] : []),
      ].join(' and '),
  })
  const guessed = new Set(found.maybe)
  return found.ids.filter((id) => !guessed.has(id))
}
