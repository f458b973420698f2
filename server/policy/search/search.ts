import { supportModeLabel } from '../../../contract/policy/codes.ts'
import { htmlToText } from '../../kernel/http/sanitize.ts'
import { borneNumbers, indexWords, initialsLexeme, pinyinInitials, titleLexeme, tsvector } from '../../search/index.ts'

/** Pinyin initials from every character on, so that a question may begin at any word: gxjsqyrd, xjsqyrd … rd. */
function initialsOf(title: string): string[] {
  const letters = pinyinInitials(title)
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, from) => letters.slice(from, from + 40))
}

export interface Searchable {
  title: string
  docNo: string | null
  depName: string
  areaName: string | null
  labels: readonly string[]
  supportModes: readonly string[]
  summary: string
  content: string
}

/**
 * The tsvector literal of a policy: weighted words, and whole lexemes for document numbers (n:), the exact title (t:) and pinyin initials
 * (p:).
 */
export const policyVector = (p: Searchable): string =>
  tsvector(
    [
      { text: p.title, weight: 'A' },
      { text: p.supportModes.map(supportModeLabel).join(' '), weight: 'B' },
      { text: p.labels.join(' '), weight: 'B' },
      { text: `${p.depName} ${p.areaName ?? ''}`, weight: 'B' },
      { text: p.docNo ?? '', weight: 'B' },
      { text: p.summary, weight: 'C' },
      { text: htmlToText(p.content), weight: 'D' },
    ],
    [...new Set([...borneNumbers(p.docNo ?? ''), titleLexeme(p.title), ...initialsOf(p.title).map((letters) => initialsLexeme(letters))])],
  )

/** The words of a policy's head, which search uses for corrections and suggestions. */
export const policyWords = (p: Pick<Searchable, 'title' | 'depName' | 'summary'>): string[] =>
  indexWords(`${p.title} ${p.depName} ${p.summary}`)
