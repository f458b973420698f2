import { indexWords, joined, keepWhole, lexeme, normalised, pinyinInitials, questionWords, squeezed, tsvector } from '../kernel/search-tokens.ts'
import { aliases, policyTerms } from './search-terms.ts'

keepWhole(policyTerms)

/** 〔2016〕, [2016], (2016) and 【2016】 are written for one another. */
const docNo = (text: string): string => squeezed(text).replace(/[([【〔［]/g, '〔').replace(/[)\]】〕］]/g, '〕')
const documentNumbers = (text: string): string[] => docNo(text).split(/[;；、]/).filter((no) => /\d/.test(no))

export interface Searchable { title: string; docNo: string | null; depName: string; summary: string; content: string }

/** The tsvector literal of a policy: weighted words, and whole lexemes for document numbers (d:), the exact title (t:) and pinyin initials (p:). */
export function policyVector(p: Searchable): string {
  const numbers = p.docNo ? documentNumbers(p.docNo).flatMap((no) => [no, no.slice(Math.max(0, no.indexOf('〔')))]) : []
  return tsvector(
    [{ text: p.title, weight: 'A' }, { text: p.depName, weight: 'B' }, { text: p.docNo ?? '', weight: 'B' }, { text: p.summary, weight: 'C' }, { text: plainText(p.content), weight: 'D' }],
    [...new Set([...numbers.map((no) => `d:${no}`), `t:${squeezed(p.title)}`, ...pinyinInitials(p.title).map((letters) => `p:${letters}`)].map((l) => l.slice(0, 400)))],
  )
}

export const plainText = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/&nbsp;/g, ' ').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&').replace(/\s+/g, ' ').trim()

/** Two tsquery texts: `exact` hits (title, document number) come first, `any` decides what is found; null when nothing can be asked. */
export interface Question { exact: string; any: string; words: string[] }

export function questionOf(q: string): Question | null {
  const whole = squeezed(q)
  if (!whole) return null
  const number = docNo(q)
  const exact = joined([lexeme(`t:${whole}`), ...(/\d/.test(number) ? [lexeme(`d:${number}`)] : [])], '|')
  const words = questionWords(q)
  const meaning = joined(words.map(({ word, parts }) => joined([
    lexeme(word, [...word].length === 1 || /^[a-z0-9]+$/.test(word)),
    ...(aliases[word] ?? []).map((other) => joined(indexWords(other).map((w) => lexeme(w)), '&')),
    ...(parts.length > 1 ? [joined(parts.map((part) => lexeme(part)), '&')] : []),
  ], '|')), '&')
  const letters = normalised(q).replace(/[\s']+/g, '')
  const initials = /^[a-z][a-z0-9]{1,39}$/.test(letters) ? lexeme(`p:${letters}`, true) : ''
  const partOfNumber = /\d/.test(number) && /〔|号/.test(number) ? lexeme(`d:${number}`, true) : ''
  return { exact, any: joined([exact, meaning, initials, partOfNumber].filter(Boolean), '|'), words: words.flatMap(({ word }) => [word, ...(aliases[word] ?? [])]) }
}
