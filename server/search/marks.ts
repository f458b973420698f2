import type { Concept } from './question.ts'

/** The words of a part of a question, those that say most of it first. */
export type Part = readonly { term: string; share: number }[]

/** A word is marked when it says (nearly) all of its part; lesser ones only where no such word stands. */
const CLOSE = 0.7
const MOST = 24
const LENGTH = 90

export const partsOf = (concepts: readonly Concept[]): Part[] =>
  concepts.map(({ ways }) => ways.map(({ term, share }) => ({ term, share })))

const isMarked = (term: string) => term.length > 1

function standing(part: Part, text: string): string[] {
  const found = part.filter(({ term }) => isMarked(term) && text.includes(term))
  const close = found.filter(({ share }) => share >= CLOSE)
  return (close.length ? close : found).map(({ term }) => term)
}

/** Words of a question that stand in some texts, the longest first, as they are to be marked there. */
export function wordsIn(parts: readonly Part[], texts: readonly string[]): string[] {
  const text = texts.join('\n').toLowerCase()
  return [...new Set(parts.flatMap((part) => standing(part, text)))].sort((a, b) => b.length - a.length).slice(0, MOST)
}

/** Parts of a question of which a text says nothing. */
export function unsaidIn(parts: readonly Part[], text: string): Part[] {
  const lower = text.toLowerCase()
  return parts.filter((part) => standing(part, lower).length === 0)
}

/** The sentence of a body that says most of some parts of a question, cut around the first of its words; undefined where none says any. */
export function passageOf(parts: readonly Part[], body: string): string | undefined {
  let best: { sentence: string; said: number; at: number } | undefined
  for (const sentence of body.split(/[。；\n]/)) {
    const lower = sentence.toLowerCase()
    const words = parts.flatMap((part) => standing(part, lower).slice(0, 1))
    if (words.length > (best?.said ?? 0)) best = { sentence, said: words.length, at: Math.min(...words.map((word) => lower.indexOf(word))) }
  }
  if (!best) return undefined
  const from = Math.max(0, Math.min(best.at - 20, best.sentence.length - LENGTH))
  const cut = best.sentence.slice(from, from + LENGTH).trim()
  return `${from > 0 ? '…' : ''}${cut}${from + LENGTH < best.sentence.length ? '…' : ''}`
}
