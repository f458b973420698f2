import { htmlToText } from '../kernel/sanitize.ts'
import { indexTokens, pinyinInitials, queryTerms } from '../kernel/search-tokens.ts'
import { joined, lexeme, squeezed, tsvector } from '../kernel/search-vector.ts'

/** How people ask → how documents say it. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  高企: ['高新技术企业'],
  技改: ['技术改造', '设备更新'],
  科小: ['科技型中小企业'],
  上云: ['企业上云'],
  上规: ['小升规', '首次上规'],
  补助: ['补贴', '奖励'],
  补贴: ['补助'],
  人才: ['引才'],
  减税: ['税收优惠'],
  展会: ['展位'],
}

/** 〔2016〕, [2016], (2016) and 【2016】 are written for one another. */
const docNo = (text: string): string =>
  squeezed(text)
    .replace(/[([【〔［]/g, '〔')
    .replace(/[)\]】〕］]/g, '〕')
const documentNumbers = (text: string): string[] =>
  docNo(text)
    .split(/[;；、]/)
    .filter((no) => /\d/.test(no))

/** Initials from every character on, so that a question may begin at any word: gxjsqyrd, xjsqyrd … rd. */
function initialsOf(title: string): string[] {
  const letters = pinyinInitials(title)
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, from) => letters.slice(from, from + 40))
}

export interface Searchable {
  title: string
  docNo: string | null
  depName: string
  summary: string
  content: string
}

/** The tsvector literal of a policy: weighted words, and whole lexemes for document numbers (d:), the exact title (t:) and pinyin initials (p:). */
export function policyVector(p: Searchable): string {
  const numbers = p.docNo ? documentNumbers(p.docNo).flatMap((no) => [no, no.slice(Math.max(0, no.indexOf('〔')))]) : []
  return tsvector(
    [
      { text: p.title, weight: 'A' },
      { text: p.depName, weight: 'B' },
      { text: p.docNo ?? '', weight: 'B' },
      { text: p.summary, weight: 'C' },
      { text: htmlToText(p.content), weight: 'D' },
    ],
    [
      ...new Set(
        [...numbers.map((no) => `d:${no}`), `t:${squeezed(p.title)}`, ...initialsOf(p.title).map((letters) => `p:${letters}`)].map((l) =>
          l.slice(0, 400),
        ),
      ),
    ],
  )
}

/** Two tsquery texts: `exact` hits (title, document number) come first, `any` decides what is found. */
export interface Question {
  exact: string
  any: string
}

/** A word stands for itself, for other ways to say it, and for its parts together where the index lacks the whole; a lone letter or character is a beginning. */
function meaningOf(word: string): string {
  const all = (text: string) =>
    joined(
      indexTokens(text)
        .split(' ')
        .filter(Boolean)
        .map((w) => lexeme(w)),
      '&',
    )
  const parts = indexTokens(word)
    .split(' ')
    .filter((part) => part && part !== word)
  return joined(
    [
      lexeme(word, [...word].length === 1 || /^[a-z0-9]+$/.test(word)),
      ...(Object.hasOwn(aliases, word) ? aliases[word]! : []).map(all),
      ...(parts.length > 1
        ? [
            joined(
              parts.map((part) => lexeme(part)),
              '&',
            ),
          ]
        : []),
    ].filter(Boolean),
    '|',
  )
}

/** What a typed text asks for; null when it names nothing. */
export function questionOf(q: string): Question | null {
  const whole = squeezed(q)
  if (!whole) return null
  const number = docNo(q)
  const exact = joined([lexeme(`t:${whole}`), ...(/\d/.test(number) ? [lexeme(`d:${number}`)] : [])], '|')
  const initials = /^[a-z][a-z0-9]{1,39}$/.test(whole) ? lexeme(`p:${whole}`, true) : ''
  const partOfNumber = /\d/.test(number) && /〔|号/.test(number) ? lexeme(`d:${number}`, true) : ''
  return {
    exact,
    any: joined([exact, joined(queryTerms(q).map(meaningOf).filter(Boolean), '&'), initials, partOfNumber].filter(Boolean), '|'),
  }
}
