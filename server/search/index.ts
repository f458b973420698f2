import type { Kernel } from '../kernel/kernel.ts'
import { candidateSql, type Searched } from './candidates.ts'
import { initialsLexeme, questionOf, type Question } from './question.ts'
import { ranked, type Candidate, type Ranked } from './rank.ts'
import { keptSynonyms, type Synonyms } from './synonyms.ts'
import { joined, lexeme } from './vector.ts'
import { vocabularyOf } from './vocabulary.ts'
import { characterPairs, squeezed } from './words.ts'

export { besideSynonymGroups, counterSynonymGroups, laterSynonymGroups, spokenSynonymGroups, synonymGroups } from './dictionary.ts'
export { RANKED } from './candidates.ts'
export { bears, borneNumbers, type DocumentNumber } from './numbers.ts'
export { initialsLexeme, numbersQuery, titleLexeme, type Question } from './question.ts'
export { partsOf, passageOf, unsaidIn, wordsIn, type Part } from './marks.ts'
export type { Ranked } from './rank.ts'
export { searchColumns } from './search-columns.ts'
export { addSearchSource, rankedPage, searchSources, type Hit } from './sources.ts'
export { joinSearch, recount } from './upkeep.ts'
export { tellingWords } from './telling-words.ts'
export { SEARCH_FORM, tsvector } from './vector.ts'
export { learnWords } from './vocabulary.ts'
export {
  asksSomething,
  dictionaryWords,
  indexWords,
  isDoing,
  isFiller,
  personNames,
  pinyinInitials,
  pinyinSpelling,
  squeezed,
} from './words.ts'
export { forgetSynonyms, keptSynonyms, sameWord, synonymsChanged, synonymsWith, type Synonyms } from './synonyms.ts'

/** Parses a typed question with the current words and synonyms; null when it names nothing. */
export async function readQuestion(
  k: Kernel,
  asked: string,
  { literally = false, synonyms, beside }: { literally?: boolean; synonyms?: Synonyms | undefined; beside?: string | undefined } = {},
): Promise<Question | null> {
  const known = { vocabulary: await vocabularyOf(k), synonyms: synonyms ?? (await keptSynonyms(k)), literally }
  return questionOf(asked, beside === undefined ? known : { ...known, beside })
}

/** Words that begin with what was typed. */
export const suggestedWords = async (k: Kernel, typed: string, limit: number): Promise<readonly string[]> =>
  (await vocabularyOf(k)).suggested(squeezed(typed), limit)

/**
 * tsquery of titles that contain the typed text, begin (at any character) with its pinyin initials, or contain a word that it spells; ''
 * when it is none of these.
 */
export function titleQuery(typed: string, words: readonly string[]): string {
  const text = squeezed(typed)
  if (/^[a-z0-9]{2,}$/.test(text))
    return joined([lexeme(initialsLexeme(text), true), lexeme(text, true), ...words.map((word) => `${lexeme(word)}:A`)], '|')
  return joined(
    [...new Set(characterPairs(text))].map((pair) => `${lexeme(pair)}:A`),
    '&',
  )
}

/** tsquery of whole words, all of them or any. */
export const lexemeQuery = (words: readonly string[], by: '&' | '|'): string =>
  joined(
    words.map((word) => lexeme(word)),
    by,
  )

/** Returns a check whether a word occurs in any public document. */
export async function isKnownWord(k: Kernel): Promise<(word: string) => boolean> {
  const vocabulary = await vocabularyOf(k)
  return (word) => (vocabulary.frequency(word) ?? 0) > 0
}

/** A statement under construction: `bind` assigns $1, $2 … in order. */
interface Statement {
  readonly values: unknown[]
  bind(value: unknown, type?: string): string
}

/**
 * The best hits of one kind for a question, at most RANKED, certain ones first. It is one statement whatever the size of the corpus;
 * `candidate` reads a row with `id`, `close`, `any` and the requested columns.
 */
export async function searchKind<R extends { id: number; close: number; any: number }>(
  k: Kernel,
  question: Question,
  statement: Statement,
  searched: Searched,
  candidate: (row: R) => Candidate,
): Promise<Ranked[]> {
  const { total } = await vocabularyOf(k)
  const text = candidateSql((value, type) => statement.bind(value, type), question, total, searched)
  const { rows } = await k.pool.query<R>(text, statement.values)
  return ranked(question, rows.map(candidate), total)
}

/** Assigns $1, $2 … in order. */
class Values implements Statement {
  readonly values: unknown[] = []
  bind(value: unknown, type?: string): string {
    this.values.push(value)
    return `$${this.values.length}${type ? `::${type}` : ''}`
  }
}

/** What a searchable kind provides: its table, the condition for its rows (on `p`), and the columns that `said` reads. */
interface Found<R> {
  table: string
  where: (values: Pick<Statement, 'bind'>) => string
  columns: string
  /** the texts of a row for ranking */
  said: (row: R) => { title: string; summary: string; labels?: string; issuer?: string }
}

/** Ids of the rows of one kind that are certain hits, the best first; at most RANKED. The table has `publish_time`. */
export async function surelyFound<R extends { id: number; publish_time: string; close: number; any: number }>(
  k: Kernel,
  words: string,
  { table, where, columns, said }: Found<R>,
): Promise<number[]> {
  const question = await readQuestion(k, words)
  if (!question) return []
  const values = new Values()
  const hits = await searchKind<R>(k, question, values, { table, where: where(values), columns: `${columns}, p.publish_time` }, (row) => ({
    labels: '',
    issuer: '',
    ...said(row),
    id: row.id,
    documentNumber: '',
    close: row.close,
    any: row.any,
    newest: Date.parse(row.publish_time),
    standing: 1,
  }))
  return hits.filter(({ maybe }) => !maybe).map(({ id }) => id)
}
