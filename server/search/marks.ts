import type { Concept } from './question.ts'

/** The words of a part of a question, the most significant first. */
export type Part = readonly { term: string; share: number }[]

/** A word is highlighted when it covers (nearly) all of its part; lesser words only when no such word occurs. */
const CLOSE = 0.7
const MOST = 24
const LENGTH = 90

export const partsOf = (concepts: readonly Concept[]): Part[] =>
  concepts.map(({ ways }) => ways.map(({ term, share }) => ({ term, share })))

const isMarked = (term: string) => term.length > 1

const MARKS = '“”"‘’「」『』（）()〔〕[]【】'
const CLOSING = '）)〕]】'

/** A text to search; brackets and quotation marks inside a word are ignored. */
class Looked {
  readonly #text: string
  #bare: { text: string; places: number[] } | undefined
  constructor(text: string) {
    this.#text = text.toLowerCase()
  }
  /** A word as the text writes it (首台（套）); undefined when it does not occur. */
  written(word: string): string | undefined {
    if (this.#text.includes(word)) return word
    this.#bare ??= unmarked(this.#text)
    const at = this.#bare.text.indexOf(word)
    if (at < 0) return undefined
    const [from, last] = [this.#bare.places[at]!, this.#bare.places[at + word.length - 1]!]
    const to = last + (CLOSING.includes(this.#text[last + 1] ?? ' ') ? 2 : 1)
    return this.#text.slice(from, to)
  }
}
function unmarked(text: string): { text: string; places: number[] } {
  const places: number[] = []
  for (let at = 0; at < text.length; at++) if (!MARKS.includes(text[at]!)) places.push(at)
  return { text: places.map((at) => text[at]).join(''), places }
}

function standing(part: Part, text: Looked): string[] {
  const found = part.flatMap(({ term, share }) => {
    const written = isMarked(term) ? text.written(term) : undefined
    return written === undefined ? [] : [{ written, share }]
  })
  const close = found.filter(({ share }) => share >= CLOSE)
  return (close.length ? close : found).map(({ written }) => written)
}

/** Words of a question that occur in some texts, in the texts' spelling, the longest first. */
export function wordsIn(parts: readonly Part[], texts: readonly string[]): string[] {
  const text = new Looked(texts.join('\n'))
  return [...new Set(parts.flatMap((part) => standing(part, text)))].sort((a, b) => b.length - a.length).slice(0, MOST)
}

/** Parts of a question that a text does not mention. */
export function unsaidIn(parts: readonly Part[], text: string): Part[] {
  const looked = new Looked(text)
  return parts.filter((part) => standing(part, looked).length === 0)
}

/** The sentence of a body that covers most of some parts of a question, cut around its first word; undefined when none does. */
export function passageOf(parts: readonly Part[], body: string): string | undefined {
  let best: { sentence: string; said: number; at: number } | undefined
  for (const sentence of body.split(/[。；\n]/)) {
    const lower = sentence.toLowerCase()
    const looked = new Looked(sentence)
    const words = parts.flatMap((part) => standing(part, looked).slice(0, 1))
    if (words.length > (best?.said ?? 0)) best = { sentence, said: words.length, at: Math.min(...words.map((word) => lower.indexOf(word))) }
  }
  if (!best) return undefined
  const from = Math.max(0, Math.min(best.at - 20, best.sentence.length - LENGTH))
  const cut = best.sentence.slice(from, from + LENGTH).trim()
  return `${from > 0 ? '…' : ''}${cut}${from + LENGTH < best.sentence.length ? '…' : ''}`
}
