import { supportModeLabel } from '../../../contract/policy/codes.ts'
import { placeContains } from '../../../contract/place.ts'
import { siteArea } from '../../kernel/config.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import {
  asksSomething,
  bears,
  numbersQuery,
  partsOf,
  RANKED,
  readQuestion,
  searchKind,
  squeezed,
  type DocumentNumber,
  type Ranked,
  type Synonyms,
} from '../../search/index.ts'
import { factsIn } from './facts-in-words.ts'
import { answeredByFacts, orderedByVerdict } from './found-by-facts.ts'
import { inForce, PUBLIC, Statement, whereOf, type Filter, type Found } from './list-sql.ts'
import { isCounty, isElsewhere, otherPlace, placesOf } from './named-place.ts'
import { statusOf } from '../list-item.ts'

/** Factors by status: between equally good hits, a policy that a reader can still apply for ranks first. */
const STANDING = { open: 1, closing: 1, notYet: 0.97, closed: 0.93, repealed: 0.8 } as const
const REPLACED = 0.85
/** For a question that states only facts, so many of the newest policies are judged. */
const JUDGED = 1000
/**
 * Between equally good hits, a policy made for this place ranks before the others, and one that applies only elsewhere ranks after them; a
 * question that names a place prefers the policies of that place.
 */
const HERE = 1.15
const ELSEWHERE = 0.92
const THERE = 1.2
/** Marks a named place for which there are no policies. */
const NOWHERE = 'nowhere'

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
 * Finds the published policies for the words of a filter, best first, under its other conditions. `also`: a further condition on p;
 * `synonyms`: others than the current ones.
 */
export async function findPolicies(
  k: Kernel,
  { q = '', exact = false, without = [], ...filter }: Filter,
  day: string,
  { also, synonyms }: { also?: (s: Statement) => string; synonyms?: Synonyms | undefined } = {},
): Promise<Found> {
  const said = factsIn(k, q, without, day)
  const asksMore = !said || asksSomething(said.beside)
  const read = await readQuestion(k, q, { literally: exact, synonyms, beside: asksMore ? said?.beside : undefined })
  if (!read) return { ids: [], maybe: [], answered: true }
  const s = new Statement()
  const here = siteArea(k.config)
  const places = await placesOf(k)
  const named = otherPlace(squeezed(read.text), places, here)
  // Policies for the whole country apply in the county itself, and in a place without policies of its own.
  const isPlace = (word: string) => named === undefined && read.places.includes(word)
  const question = { ...read, concepts: read.concepts.map((one) => (isPlace(one.word) ? { ...one, said: true as const } : one)) }
  const nowhere = named === undefined ? read.places.find((name) => isElsewhere(name, places, here)) : undefined
  const there = named ?? (nowhere === undefined ? undefined : NOWHERE)
  const borne = new Set<string>()
  const where = [whereOf(s, filter, day), ...(also ? [also(s)] : [])].join(' and ')
  const byWords = await searchKind<Row>(k, question, s, { table: 'policy', where, columns: COLUMNS }, (row) => ({
    id: row.id,
    title: row.title,
    labels: [...row.support_modes.map(supportModeLabel), ...row.label_names].join(' '),
    issuer: `${row.dep_name} ${row.area_name ?? ''}`,
    documentNumber: numbered(row.doc_no ?? ''),
    summary: row.summary,
    close: row.close,
    any: row.any,
    newest: Date.parse(row.publish_time),
    standing: STANDING[statusOf(row, day)] * (row.superseded_by ? REPLACED : 1) * placeFactor(row.area_code, here, there),
  }))
  const missing = await borneByNone(
    k,
    question.numbers.filter(({ text }) => !borne.has(text)),
  )
  const answered = byWords.some(({ maybe }) => !maybe)
  const hits = said ? await withFacts() : byWords
  return {
    // A document number that does not exist is not a question for editors.
    answered: answered || !asksMore || (question.numbers.length > 0 && question.concepts.length === 0),
    ids: hits.map(({ id }) => id),
    maybe: hits.filter(({ maybe }) => maybe).map(({ id }) => id),
    parts: partsOf(question.concepts),
    ...(missing.length > 0 ? { missing } : {}),
    ...(nowhere !== undefined && isCounty(nowhere) ? { nowhere } : {}),
    ...(question.asked ? { asked: question.asked, searched: question.text } : {}),
  }

  function numbered(documentNumber: string): string {
    for (const one of question.numbers) if (bears(one, documentNumber) === 'exactly') borne.add(one.text)
    return documentNumber
  }

  async function withFacts(): Promise<Ranked[]> {
    // When only the text body mentions the remaining words in passing, the verdict on the facts decides.
    if (asksMore && byWords.some(({ heads, maybe }) => heads && !maybe)) return orderedByVerdict(said!, byWords)
    const newest = new Statement()
    const conditions = [whereOf(newest, filter, day), ...(also ? [also(newest)] : [])].join(' and ')
    const { rows } = await k.pool.query<{ id: number; area_code: string | null }>(
      `select p.id, p.area_code from policy p where ${conditions} order by p.publish_time desc, p.id desc limit ${JUDGED}`,
      newest.values,
    )
    return answeredByFacts(
      said!,
      byWords,
      rows.map(({ id, area_code }) => ({ id, isElsewhere: placeFactor(area_code, here, there) === ELSEWHERE })),
      { words: !asksMore, most: RANKED },
    )
  }
}

/** Those of the numbers that no published policy has, regardless of filters. */
async function borneByNone(k: Kernel, numbers: readonly DocumentNumber[]): Promise<string[]> {
  if (numbers.length === 0) return []
  const { rows } = await k.pool.query<{ doc_no: string }>(
    `select p.doc_no from policy p where ${PUBLIC} and p.doc_no is not null and p.search @@ $1::tsquery limit ${RANKED}`,
    [numbersQuery(numbers)],
  )
  return numbers.filter((one) => !rows.some(({ doc_no }) => bears(one, doc_no) === 'exactly')).map(({ text }) => text)
}

export function placeFactor(place: string | null, here: string | undefined, there: string | undefined): number {
  if (place === null) return 1
  if (there !== undefined) return place.startsWith(there) || placeContains(place, there) ? THERE : ELSEWHERE
  if (here === undefined) return 1
  return placeContains(place, here) ? HERE : ELSEWHERE
}

/** The certain hits of a wish among policies published after `since` or with one of the ids. */
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
