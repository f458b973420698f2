import { policyTerms, stopWords } from './dictionary.ts'
import type { Synonyms } from './synonyms.ts'
import type { Vocabulary } from './vocabulary.ts'
import { dictionaryWords, isChinese, isDoing, isFigure, isGrammar, pinyinSpelling } from './words.ts'

const LONGEST = 8
/** A part of this length is only corrected when it contains no everyday word, or into a policy term. */
const SHORT = 3
/** From this length on, a term with one wrong character is still recognised, whatever its sound. */
const TELLING = 4
/** Characters that are confused because they look alike, although they sound different. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  卷: '券',
  劵: '券',
  货: '贷',
  拆: '折',
  陪: '培',
  锐: '税',
  末: '未',
  代: '贷',
  己: '已',
  杈: '权',
  木: '术',
  士: '工',
  干: '千',
  浆: '奖',
  桨: '奖',
  朴: '补',
  沽: '洁',
  录: '绿',
  脸: '险',
  捡: '检',
  斩: '新',
  唤: '换',
  倍: '培',
  坏: '还',
}
const isTerm: ReadonlySet<string> = new Set(policyTerms)

/**
 * Corrects typing errors: words of the same sound (高薪技术企业 → 高新技术企业, 绿色工场 → 绿色工厂), of similar sound in longer words (技术改照), of similar look
 * (创新卷), and finally one wrong character in a long term (知识产杈); undefined when there is none. The longest word goes first. Only text that
 * no document contains is changed, only into a known word, and at least half of its characters must stay. A part begins and ends at word
 * boundaries, and a part of two or three characters must contain no everyday word: 残疾人 and 升级|能 are no errors. Two characters that are not
 * a dictionary word are no correction: 换新 does not become 焕新.
 */
export function repaired(text: string, vocabulary: Vocabulary, synonyms: Synonyms): string | undefined {
  const chars = [...text]
  const isKnown = (word: string) => (vocabulary.frequency(word) ?? 0) > 0 || synonyms.has(word)
  const isNamed = (word: string) => isTerm.has(word) || synonyms.has(word)
  // Neighbouring characters (申报|费用) are counted as well, but are not words.
  const isHeld = (part: string) => isKnown(part) && (part.length > 2 || isNamed(part) || dictionaryWords(part).length === 1)
  const sounds = soundsOf(synonyms)
  const seams = new Set([0])
  const everyday: boolean[] = []
  const alone: boolean[] = []
  for (const word of dictionaryWords(text)) {
    const length = [...word].length
    for (let n = 0; n < length; n++) everyday.push(length > 1 || stopWords.has(word) || isGrammar(word))
    for (let n = 0; n < length; n++) alone.push(length === 1 && !stopWords.has(word) && !isFigure(word) && !isDoing(word))
    seams.add(everyday.length)
  }
  const meantBy = (part: string, isGuarded: boolean): string | undefined => {
    const fits = (word: string) =>
      word.length === part.length
      && isKnown(word)
      && sharesHalf(word, part)
      && (part.length > SHORT || !isGuarded || (part.length === SHORT && isNamed(word)))
      && (part.length > 2 || isNamed(word) || dictionaryWords(word).length === 1)
    const spelling = pinyinSpelling(part)
    return (
      [...vocabulary.spelt(spelling), ...(sounds.exact.get(spelling) ?? [])].find(fits)
      ?? (part.length > SHORT ? sounds.near.get(nearly(spelling))?.find(fits) : undefined)
      ?? (part.length >= SHORT ? lookingLike(part).find((word) => isNamed(word) && fits(word)) : undefined)
    )
  }
  let changed = false
  const change = (from: number, part: string, meant: string | undefined) => {
    if (!meant || !slips(part, isKnown)) return
    chars.splice(from, part.length, ...meant)
    changed = true
  }
  for (let length = Math.min(LONGEST, chars.length); length >= 2; length--)
    for (let from = 0; from + length <= chars.length; from++) {
      if (!seams.has(from) || !seams.has(from + length)) continue
      const part = chars.slice(from, from + length).join('')
      if (!isChinese(part) || isHeld(part)) continue
      const isGuarded = length <= SHORT && everyday.slice(from, from + length).some(Boolean)
      if (isGuarded && (length < SHORT || dictionaryWords(part).length === 1)) continue
      change(from, part, meantBy(part, isGuarded))
    }
  for (let length = Math.min(LONGEST, chars.length); length >= TELLING; length--)
    for (let from = 0; from + length <= chars.length; from++) {
      const part = chars.slice(from, from + length).join('')
      if (seams.has(from) && seams.has(from + length) && isChinese(part) && !isKnown(part))
        change(from, part, termMeantBy(part, alone.slice(from, from + length)))
    }
  return changed ? chars.join('') : undefined
}

/** One spelling for sounds that many people do not distinguish: zh and z, ing and in. */
const nearly = (spelling: string): string => spelling.replace(/([zcs])h/g, '$1').replace(/([aei])ng/g, '$1n')

/** Terms and synonyms by sound, for one set of synonyms. */
interface Sounds {
  exact: ReadonlyMap<string, readonly string[]>
  near: ReadonlyMap<string, readonly string[]>
}
const known = new WeakMap<Synonyms, Sounds>()
function soundsOf(synonyms: Synonyms): Sounds {
  let sounds = known.get(synonyms)
  if (!sounds) {
    const words = [...new Set([...policyTerms, ...synonyms.keys()])]
      .filter(isChinese)
      .map((word) => ({ word, spelling: pinyinSpelling(word) }))
    const by = (key: (spelling: string) => string) =>
      new Map([...Map.groupBy(words, ({ spelling }) => key(spelling))].map(([sound, all]) => [sound, all.map(({ word }) => word)]))
    known.set(synonyms, (sounds = { exact: by((spelling) => spelling), near: by(nearly) }))
  }
  return sounds
}

const lookingLike = (part: string): string[] =>
  [...part].flatMap((sign, at) => (LOOK_ALIKE[sign] ? [part.slice(0, at) + LOOK_ALIKE[sign] + part.slice(at + 1)] : []))

/** The one term that differs from the part in a single character, when that character belongs to no word: 绿色士厂. */
function termMeantBy(part: string, alone: readonly boolean[]): string | undefined {
  const meant = policyTerms.filter((term) => {
    if (term.length !== part.length) return false
    const wrong = [...part].flatMap((sign, at) => (sign === term[at] ? [] : [at]))
    return wrong.length === 1 && alone[wrong[0]!]
  })
  return meant.length === 1 ? meant[0] : undefined
}

const sharesHalf = (a: string, b: string): boolean => [...a].filter((char, at) => char === b[at]).length * 2 >= a.length

/** A sequence of known words is not an error, even when the whole is unknown; two single characters are not such a sequence. */
const slips = (part: string, isKnown: (word: string) => boolean): boolean => {
  if (part.length === 2) return true
  for (let at = 0; at + 2 <= part.length; at++) if (!isKnown(part.slice(at, at + 2))) return true
  return false
}
