import { stopWords } from './dictionary.ts'
import type { Synonyms } from './synonyms.ts'
import type { Vocabulary } from './vocabulary.ts'
import { dictionaryWords, isChinese, pinyinSpelling } from './words.ts'

const LONGEST = 8
/** A part of this length is changed only where no word of everyday language stands. */
const SHORT = 3

/**
 * A question with slips of the same sound mended (高薪技术企业 → 高新技术企业, 绿色工场 → 绿色工厂); undefined when there is none. The longest
 * word goes first. Only what no document holds is changed, only into a known word, and at least half of its characters must stay. A part
 * begins and ends where words do, and one of two or three characters holds no word of everyday language: 残疾人 and 升级|能 are no slips.
 */
export function repaired(text: string, vocabulary: Vocabulary, synonyms: Synonyms): string | undefined {
  const chars = [...text]
  const isKnown = (word: string) => (vocabulary.frequency(word) ?? 0) > 0 || synonyms.has(word)
  const seams = new Set([0])
  const everyday: boolean[] = []
  for (const word of dictionaryWords(text)) {
    const length = [...word].length
    for (let n = 0; n < length; n++) everyday.push(length > 1 || stopWords.has(word))
    seams.add(everyday.length)
  }
  let changed = false
  for (let length = Math.min(LONGEST, chars.length); length >= 2; length--)
    for (let from = 0; from + length <= chars.length; from++) {
      if (!seams.has(from) || !seams.has(from + length)) continue
      if (length <= SHORT && everyday.slice(from, from + length).some(Boolean)) continue
      const part = chars.slice(from, from + length).join('')
      if (!isChinese(part) || isKnown(part)) continue
      const meant = vocabulary.spelt(pinyinSpelling(part)).find((word) => word.length === length && isKnown(word) && sharesHalf(word, part))
      if (!meant || !slips(part, vocabulary, isKnown)) continue
      chars.splice(from, length, ...meant)
      changed = true
    }
  return changed ? chars.join('') : undefined
}

const sharesHalf = (a: string, b: string): boolean => [...a].filter((char, at) => char === b[at]).length * 2 >= a.length

/** A run of known words is no slip, even where the whole is unknown. */
const slips = (part: string, vocabulary: Vocabulary, isKnown: (word: string) => boolean): boolean => {
  for (let at = 0; at + 2 <= part.length; at++) if (!isKnown(part.slice(at, at + 2))) return true
  return part.length === 2 && !vocabulary.frequency(part)
}
