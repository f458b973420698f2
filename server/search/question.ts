import { isMachine } from './machines.ts'
import { besideNumbers, documentNumbers, soughtNumbers, type DocumentNumber } from './numbers.ts'
import { repaired } from './repair.ts'
import type { Synonyms } from './synonyms.ts'
import { joined, lexeme } from './vector.ts'
import type { Vocabulary } from './vocabulary.ts'
import {
  asksSomething,
  bare,
  characterPairs,
  indexWords,
  isChinese,
  isDoing,
  isFigure,
  isPlace,
  namesSomething,
  questionWords,
  squeezed,
  wordParts,
} from './words.ts'

/** One expression for a part of the question: its words as in a text, and how much of the part they cover (1 = all). */
export interface Way {
  term: string
  share: number
}
/** One part of a question: any of its expressions answers it. */
export interface Concept {
  word: string
  ways: readonly Way[]
  /** rarity: ln(1 + (N − n + ½) / (n + ½)), where n of N documents contain it; less for figures and single characters */
  weight: number
  /** estimated number of documents that contain it, and that at least touch it */
  documents: number
  reach: number
  /** belongs to facts about the asker, not to the searched subject */
  said?: true
  /** pinyin initials of a title: documents with these initials are meant */
  byInitials?: true
  /** tsquery of all expressions, and of those that cover (nearly) all of it */
  any: string
  close: string
}
export interface Question {
  /** the searched words, after correction */
  text: string
  /** without white space and quotation marks */
  whole: string
  /** set after a correction: the original words */
  asked?: string
  concepts: readonly Concept[]
  numbers: readonly DocumentNumber[]
  /** asks where somebody is or how to reach them */
  whereabouts?: true
  /** words that are names of places */
  places: readonly string[]
  /** tsquery of the exact title and document numbers; '' when there are none */
  exact: string
}

const SYNONYM = 0.75
const PART = 0.35
const PART_SYNONYM = 0.3
const CLOSE = 0.7
const WHEREABOUTS =
  /(?:在哪[里儿]?|怎么走|地址|电话(?:号码)?|几点(?:上班|下班|开门)|上班时间|联系方式|网址|官网)(?:是多少|是什么|呢|吗|啊)?[?？!。 ]?$/
const MAX_WAYS = 16
const MAX_CONCEPTS = 10

/** The lexeme of a whole title. */
export const titleLexeme = (title: string): string => `t:${squeezed(title)}`.slice(0, 400)

/**
 * The lexemes of a word in search columns: the word itself; a word that no text contains as a whole, by its indexed parts or by all its
 * character pairs.
 */
function lexemesOf(term: string, vocabulary: Vocabulary): string {
  const known = Boolean(vocabulary.frequency(term))
  const words = known ? [] : [...new Set(indexWords(term))].filter((word) => word !== term)
  const pairs = !known && isChinese(term) && term.length > 2 ? characterPairs(term) : []
  const all = (parts: readonly string[]) =>
    joined(
      parts.map((part) => lexeme(part)),
      '&',
    )
  return joined(
    [
      lexeme(term, /^[a-z]{2,}$/.test(term) || [...term].length === 1),
      ...(words.length > 1 ? [all(words)] : []),
      ...(pairs.length ? [all(pairs)] : []),
    ],
    '|',
  )
}

/** tsquery of documents with one of some numbers; '' for none. */
export const numbersQuery = (numbers: readonly DocumentNumber[]): string =>
  joined(
    numbers.flatMap(soughtNumbers).map((number) => lexeme(number)),
    '|',
  )

function waysOf(words: readonly string[], synonyms: Synonyms): Way[] {
  const shares = new Map<string, number>()
  const add = (term: string, share: number) => shares.set(term, Math.max(shares.get(term) ?? 0, share))
  // A single character occurs in unrelated words: 云 in 云溪县. It can be searched, but it does not replace other words.
  const others = (word: string) => [...(synonyms.get(word) ?? []), ...(isMachine(word) ? ['设备'] : [])].filter((other) => other.length > 1)
  for (const word of words) {
    add(word, 1)
    for (const other of others(word)) add(other, SYNONYM)
    if (word.length < 4 || !isChinese(word)) continue
    for (const part of wordParts(word)) {
      add(part, PART)
      for (const other of others(part)) add(other, PART_SYNONYM)
    }
  }
  return [...shares]
    .map(([term, share]) => ({ term, share }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_WAYS)
}

/** Rarity of something that `documents` of `total` contain; never below zero. */
const rarity = (documents: number, total: number): number => Math.log(1 + (Math.max(0, total - documents) + 0.5) / (documents + 0.5))

/** Weight of a word that no document contains and that names no thing: it is rather a way of speaking than a missed subject. */
const TALK = 0.2
/** The weight of a part of a question that `documents` of `total` contain. A figure is rare, but texts are seldom found by it. */
export function weightOf(word: string, documents: number, total: number): number {
  const rare = rarity(documents, total) * (documents === 0 && isDoing(word) ? TALK : 1)
  return isFigure(word) ? Math.min(0.4, 0.3 * rare) : word.length === 1 ? 0.25 * rare : rare
}

function concept(word: string, ways: Way[], vocabulary: Vocabulary): Concept {
  const near = ways.filter(({ share }) => share >= CLOSE)
  const { total } = vocabulary
  // A word without a count is assumed to be rare: one in a thousand.
  const counted = (of: readonly Way[]) => {
    const each = of.map(({ term }) => vocabulary.frequency(term) ?? Math.ceil(total / 1000))
    const most = Math.max(0, ...each)
    // Expressions of the same meaning occur in the same texts; half of the others' texts are counted as additional.
    return Math.min(total, Math.ceil(most + (each.reduce((sum, n) => sum + n, 0) - most) / 2))
  }
  const documents = counted(near)
  const query = (of: readonly Way[]) =>
    joined(
      of.map(({ term }) => lexemesOf(term, vocabulary)),
      '|',
    )
  return { word, ways, weight: weightOf(word, documents, total), documents, reach: counted(ways), any: query(ways), close: query(near) }
}

/** The words spelt by letters (gaoxin, jishugaizao); [] when there are none. */
function soundingLike(letters: string, vocabulary: Vocabulary): readonly (readonly string[])[] {
  const spelt = vocabulary.spelt(letters)
  return spelt.length ? [spelt] : vocabulary.spellings(letters).map((spelling) => vocabulary.spelt(spelling))
}

/** The lexeme of title initials in a search column. */
export const initialsLexeme = (letters: string): string => `p:${letters}`

/** Initials of a word (gxjs), or of a title from any character on (gxjsqyrd); only documents with them in the title count as close. */
function initialsConcept(letters: string, vocabulary: Vocabulary, synonyms: Synonyms): Concept {
  const begun = vocabulary.begun(letters).slice(0, 4)
  const words = concept(letters, waysOf([letters, ...begun], synonyms), vocabulary)
  const titles = lexeme(initialsLexeme(letters), true)
  const inTitle = [titles, ...begun.map((word) => `${lexeme(word)}:A`)]
  return { ...words, byInitials: true, any: joined([titles, words.any], '|'), close: joined(inTitle, '|') }
}

/**
 * Parses a typed text; null when it names nothing. `literally`: without correction of typing errors. `beside`: the words without the facts
 * about the asker, when these are not all; the fact words only influence the order.
 */
export function questionOf(
  asked: string,
  { vocabulary, synonyms, literally = false, beside }: { vocabulary: Vocabulary; synonyms: Synonyms; literally?: boolean; beside?: string },
): Question | null {
  if (!squeezed(asked)) return null
  const numbers = documentNumbers(asked)
  const mended = literally || numbers.length > 0 ? undefined : repaired(bare(asked), vocabulary, synonyms)
  const text = mended ?? asked
  const beyond = besideNumbers(text, numbers)
  // A question with a document number asks for nothing else, unless it says so.
  const words = numbers.length > 0 && !asksSomething(beyond) ? [] : questionWords(beyond)
  const concepts = words.flatMap((word): Concept[] => {
    if (!/^[a-z][a-z0-9]+$/.test(word) || vocabulary.frequency(word)) return [concept(word, waysOf([word], synonyms), vocabulary)]
    const sounds = soundingLike(word, vocabulary)
    return sounds.length
      ? sounds.map((terms) => concept(word, waysOf(terms.slice(0, 4), synonyms), vocabulary))
      : [initialsConcept(word, vocabulary, synonyms)]
  })
  // A corrected word occurs in neither text, and is searched. A word that names nothing (a figure of a fact, 补贴) needs no hit.
  const isSaid = (word: string) =>
    beside !== undefined && (!namesSomething(word) || (!bare(beside).includes(word) && bare(asked).includes(word)))
  return {
    text,
    whole: squeezed(text),
    ...(mended ? { asked } : {}),
    concepts: concepts
      .map((one) => (isSaid(one.word) ? { ...one, said: true as const } : one))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_CONCEPTS),
    numbers,
    ...(WHEREABOUTS.test(text) ? { whereabouts: true as const } : {}),
    places: words.filter(isPlace),
    exact: joined([lexeme(titleLexeme(text)), ...(numbers.length > 0 ? [numbersQuery(numbers)] : [])], '|'),
  }
}
