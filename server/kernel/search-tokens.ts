import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'
import { pinyin } from 'pinyin-pro'
import { policyTerms, stopWords } from './search-words.ts'

let loaded: Jieba | undefined

/** Loading takes about 0.2 s and happens at the first use. */
function jieba(): Jieba {
  if (loaded) return loaded
  loaded = Jieba.withDict(dict)
  loaded.loadDict(Buffer.from(policyTerms.map((term) => `${term} 100000 n`).join('\n')))
  return loaded
}

// cutForSearch gives the two- and three-letter words inside a long one; longer terms inside it are added here (一次性扩岗 holds 扩岗).
const inner = new Map(policyTerms.map((term) => [term, policyTerms.filter((other) => other !== term && term.includes(other))]))
const MAX_TERMS = 32
/** One form for full width, case and compatibility characters. */
const normalised = (text: string) => text.normalize('NFKC').toLowerCase()
const isWord = (token: string) => /[\p{L}\p{N}]/u.test(token) && !stopWords.has(token)

/** Words to be indexed, overlaps included (中小企业 gives 中小, 企业 and 中小企业), joined with spaces: `to_tsvector('simple', indexTokens(text))`. */
export const indexTokens = (text: string): string =>
  jieba()
    .cutForSearch(normalised(text), true)
    .map((token) => token.trim())
    .filter(isWord)
    .flatMap((token) => [token.slice(0, 255), ...(inner.get(token) ?? [])])
    .join(' ')

/** The words of a query in order, without stop words; all words when nothing else is left. At most 32. Also what to highlight. */
export function queryTerms(text: string): string[] {
  const words = jieba()
    .cut(normalised(text), true)
    .map((token) => token.trim())
    .filter((token) => /[\p{L}\p{N}]/u.test(token))
  const useful = words.filter(isWord)
  return [...new Set(useful.length ? useful : words)].slice(0, MAX_TERMS)
}

/** A query as quoted lexemes that must all occur, for `::tsquery`: 'a' & 'b'. Empty when the text has no word: then do not search by words. */
export const queryTokens = (text: string): string =>
  queryTerms(text)
    .map((term) => `'${term.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`)
    .join(' & ')

/** First letters of a Chinese title, in lower case, letters and digits kept: 高新技术企业认定 → gxjsqyrd. For typing initials. */
export const pinyinInitials = (title: string): string =>
  pinyin(normalised(title).replace(/[^\p{L}\p{N}]/gu, ''), {
    pattern: 'first',
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    v: true,
  })
    .join('')
    .slice(0, 200)

/** Full spelling without tones, for sorting by sound (neither engine has a Chinese collation everywhere). */
export const pinyinKey = (text: string): string =>
  pinyin(normalised(text), { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join(' ').slice(0, 400)
