/** A part of a text. */
export interface Span {
  from: number
  to: number
}
/** A stated fact: an exact value, or only bounds. */
export interface SaidFact {
  key: string
  value?: unknown
  min?: number
  max?: number
  /** 大约, 左右: the value as stated, not the accounting value */
  about?: true
  /** bounds that are excluded themselves (不到, 超过) */
  strict?: readonly ('min' | 'max')[]
  /** its place in the text */
  at?: readonly Span[]
}
export interface Said {
  /** the words as they were read */
  text: string
  facts: readonly SaidFact[]
  /** ambiguous figures, as stated */
  open: readonly string[]
}

/** The words that remain without these facts; a blank replaces each. */
export function wordsBeside({ text }: Said, facts: readonly SaidFact[]): string {
  const isSaid = new Uint8Array(text.length)
  for (const { at = [] } of facts) for (const { from, to } of at) isSaid.fill(1, from, to)
  const left = text.split('').map((sign, place) => (isSaid[place] ? ' ' : sign))
  return left.join('').replace(/ {2,}/g, ' ').trim()
}
