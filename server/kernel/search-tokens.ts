import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'
import { pinyin } from 'pinyin-pro'

let jieba: Jieba | undefined
const ownTerms = new Set<string>()

function segmenter(): Jieba {
  if (jieba) return jieba
  jieba = Jieba.withDict(dict)
  if (ownTerms.size > 0) jieba.loadDict(Buffer.from([...ownTerms].map((term) => `${term} 100000 n`).join('\n') + '\n'))
  return jieba
}

/** Words that must stay whole (专精特新). Before the first segmentation; rows written earlier keep their old words until saved again. */
export function keepWhole(terms: readonly string[]): void {
  for (const term of terms) ownTerms.add(term)
  jieba = undefined
}

/** Text as it is compared: full-width and half-width alike, lower case. */
export const normalised = (text: string): string => text.normalize('NFKC').toLowerCase()
/** As `normalised`, without any white space. */
export const squeezed = (text: string): string => normalised(text).replace(/\s+/g, '')

const STOP_WORDS = new Set('的 了 和 与 及 或 等 在 对 为 是 有 由 以 于 将 按 并 从 其 该 各 不 可 应 须 之 个 项 关于 有关 相关 进行 实施 办法 通知'.split(' '))
const isWord = (token: string) => /[\p{L}\p{N}]/u.test(token) && token.length <= 40

/** Words of a text for the index: long words also in their parts, in order. */
export const indexWords = (text: string): string[] => segmenter().cutForSearch(normalised(text), true).filter(isWord)

/** Words of a question, each with the parts that stand for it where the index lacks the whole: [['专精特新', []], ['企业', []]]. */
export function questionWords(text: string): { word: string; parts: string[] }[] {
  const words = [...new Set(segmenter().cut(normalised(text), true).filter(isWord))]
  const useful = words.filter((word) => !STOP_WORDS.has(word))
  return (useful.length > 0 ? useful : words).slice(0, 12)
    .map((word) => ({ word, parts: segmenter().cutForSearch(word, true).filter((part) => part !== word && isWord(part)) }))
}

/** First letters of a title read aloud, from each word on: 高新技术企业认定 → gxjsqyrd, qyrd, rd. */
export function pinyinInitials(title: string): string[] {
  const text = normalised(title)
  const letters = pinyin(text, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'spaced' })
  if (letters.length !== [...text].length) return [letters.join('').replace(/[^a-z0-9]/g, '')].filter(Boolean)
  const starts: string[] = []
  let at = 0
  for (const word of segmenter().cut(text, true)) {
    if (isWord(word)) starts.push(letters.slice(at).join('').replace(/[^a-z0-9]/g, ''))
    at += [...word].length
  }
  return [...new Set(starts.filter((s) => s.length > 1))]
}

const quoted = (lexeme: string) => `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`

export type Weight = 'A' | 'B' | 'C' | 'D'
/**
 * A tsvector literal of words with weights (A weighs most) and of whole lexemes that are matched but never ranked highly.
 * Positions beyond what PostgreSQL keeps (16383, 255 a lexeme) are dropped here.
 */
export function tsvector(parts: readonly { text: string; weight: Weight }[], lexemes: readonly string[] = []): string {
  const places = new Map<string, string[]>()
  let at = 0
  for (const { text, weight } of parts) {
    for (const word of indexWords(text)) {
      at = Math.min(at + 1, 16_383)
      const known = places.get(word)
      if (!known) places.set(word, [`${at}${weight}`])
      else if (known.length < 200) known.push(`${at}${weight}`)
    }
  }
  const words = [...places].map(([word, positions]) => `${quoted(word)}:${positions.join(',')}`)
  return [...words, ...lexemes.map(quoted)].join(' ')
}

/** `'word'` or, with `prefix`, `'word':*` as a piece of a tsquery. */
export const lexeme = (word: string, prefix = false): string => `${quoted(word)}${prefix ? ':*' : ''}`
/** Pieces joined with & or |; '' when there are none. */
export const joined = (pieces: readonly string[], by: '&' | '|'): string => (pieces.length > 1 ? `(${pieces.join(` ${by} `)})` : (pieces[0] ?? ''))
