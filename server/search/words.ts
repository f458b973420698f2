import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'
import { pinyin } from 'pinyin-pro'
import { anySupport, fillers, policyTerms, stopWords, synonymGroups } from './dictionary.ts'

let loaded: Jieba | undefined

/** Loading takes about 0.2 s and happens on first use. */
function jieba(): Jieba {
  if (loaded) return loaded
  loaded = Jieba.withDict(dict)
  teach([...policyTerms, ...synonymGroups.flat()])
  return loaded
}

const taught = new Set<string>()
/** Makes the segmenter of this process keep these Chinese words whole. Known words cost nothing. */
export function teach(terms: readonly string[]): void {
  const fresh = terms.filter((term) => isChinese(term) && term.length > 1 && !taught.has(term))
  if (!fresh.length) return
  for (const term of fresh) taught.add(term)
  inner.clear()
  jieba().loadDict(Buffer.from(fresh.map((term) => `${term} 100000 n`).join('\n')))
}

/**
 * cutForSearch returns the two- and three-character words inside a long one; longer terms inside it are added here (专精特新中小企业 contains
 * 专精特新).
 */
const inner = new Map<string, readonly string[]>()
function termsInside(token: string): readonly string[] {
  if (token.length < 4 || !taught.has(token)) return []
  let terms = inner.get(token)
  if (!terms) inner.set(token, (terms = [...taught].filter((other) => other !== token && token.includes(other))))
  return terms
}

const QUOTES = /[“”"'‘’`«»《》〈〉「」『』]/g
const BRACKETS = /[()[\]【】〔〕{}<>]/g
/** Normalises width, case and compatibility characters; quotation marks inside a term are ignored (“五上”企业). */
export const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(QUOTES, '')
/** Plain text without brackets: 首台（套） becomes 首台套. */
export const bare = (text: string): string => plain(text).replace(BRACKETS, '')
/** Plain text without white space, for comparing whole texts. */
export const squeezed = (text: string): string => plain(text).replace(/\s+/g, '')

export const isChinese = (text: string): boolean => /^\p{Script=Han}+$/u.test(text)
const isToken = (token: string): boolean => /[\p{L}\p{N}]/u.test(token)

/** The words to index, including overlaps (中小企业 gives 中小, 企业 and 中小企业). */
export const indexWords = (text: string): string[] =>
  jieba()
    .cutForSearch(bare(text), true)
    .map((token) => token.trim())
    .filter((token) => isToken(token) && !stopWords.has(token))
    .flatMap((token) => [token.slice(0, 255), ...termsInside(token)])

/** All pairs of neighbouring Chinese characters: 技术改造 gives 技术, 术改, 改造. They match texts that are segmented differently. */
export const characterPairs = (text: string): string[] =>
  bare(text)
    .split(/[^\p{Script=Han}]+/u)
    .flatMap((run) => Array.from({ length: Math.max(0, run.length - 1) }, (_, at) => run.slice(at, at + 2)))

const MAX_WORDS = 32
export const isFigure = (token: string): boolean => /^[\d.%一二两三四五六七八九十百千万亿几]+[个名家项台件条亿]?$/.test(token)

/** 鼓不鼓励 and 赔没赔 ask for 鼓励 and 赔. */
const EITHER = /(\p{Script=Han})[不没]\1/gu
/**
 * The words of a question by the dictionary. Neighbouring characters that form no dictionary word, and are not question words, form one
 * unknown word (亩均); the segmenter's own guesses would join the subject with words of asking (刚评|上, 想换).
 */
function asked(text: string): string[] {
  const words: string[] = []
  let isOpen = false
  for (const token of jieba().cut(bare(text).replace(EITHER, '$1'), false)) {
    const isLone = token.length === 1 && isChinese(token) && !stopWords.has(token) && !fillers.has(token) && !isFigure(token)
    if (isLone && isOpen) words.push(words.pop()! + token)
    else words.push(token)
    isOpen = isLone
  }
  return words.map((token) => token.trim()).filter(isToken)
}

/** The words of a question in order, without duplicates, stop words and fillers; all words when nothing else remains. At most 32. */
export function questionWords(text: string): string[] {
  const all = asked(text)
  const useful = all.filter((token) => !stopWords.has(token) && !fillers.has(token))
  const meant = useful.some((token) => !isFigure(token)) ? useful : all.filter((token) => !stopWords.has(token))
  return [...new Set(meant.length ? meant : all)].slice(0, MAX_WORDS)
}

/** Whether a word beside facts names a subject: not a single character, a figure, or a general word for support. */
export const namesSomething = (word: string): boolean => word.length > 1 && !isFigure(word) && !anySupport.has(word)
/** Whether a text names any subject, besides question words and fillers. */
export const asksSomething = (text: string): boolean =>
  asked(text).some((token) => !stopWords.has(token) && !fillers.has(token) && namesSomething(token))

/** Whether a word occurs in all kinds of questions and therefore replaces no other: 的, 怎么, 我们. */
export const isFiller = (word: string): boolean => stopWords.has(word)

/** Whether a word is the name of a place. */
export const isPlace = (word: string): boolean =>
  isChinese(word)
  && word.length > 1
  && jieba()
    .tag(word, false)
    .every(({ tag }) => tag === 'ns')

/** Whether a word is a verb or adverb and names no thing: 扩大, 不到. */
export const isDoing = (word: string): boolean => {
  const tags = jieba().tag(word, false)
  const isTalk = ({ tag }: { tag: string }) => /^(?:v|a|d|ad|z|c|p|r|m|q|t|f|y|u.?)$/.test(tag)
  // Neighbouring characters that form no word (货怕, 换台) name nothing when one of them does not.
  return tags.length === 1 ? isTalk(tags[0]!) : tags.every((one) => one.word.length === 1) && tags.some(isTalk)
}

/** Whether a character only joins or measures others and is no part of a word: 报|不|报, 少收|点|费. */
export const isGrammar = (sign: string): boolean =>
  sign === '没'
  || jieba()
    .tag(sign, false)
    .every(({ tag }) => /^(?:d|m|y|e|o|u.?)$/.test(tag))

/** Cuts a text by the dictionary only; unknown text is split into characters. */
export const dictionaryWords = (text: string): string[] => jieba().cut(text, false)

/** The indexed parts of one word: 高新企业 gives 高新 and 企业. */
export const wordParts = (word: string): string[] => [...new Set(indexWords(word))].filter((part) => part !== word && part.length > 1)

/** Pinyin initials of a Chinese title in lower case, with letters and digits: 高新技术企业认定 → gxjsqyrd. */
export const pinyinInitials = (title: string): string =>
  pinyin(plain(title).replace(/[^\p{L}\p{N}]/gu, ''), {
    pattern: 'first',
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    v: true,
  })
    .join('')
    .slice(0, 200)

/** Full pinyin without tones and blanks: 高新 → gaoxin. Words with the same spelling sound alike. */
export const pinyinSpelling = (text: string): string =>
  pinyin(plain(text), { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join('').slice(0, 200)

/** Words that look like names of people. */
export const personNames = (text: string): string[] =>
  jieba()
    .tag(text, true)
    .flatMap(({ tag, word }) => (tag.startsWith('nr') && word.length > 1 && isChinese(word) ? [word] : []))
