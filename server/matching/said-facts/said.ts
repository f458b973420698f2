/** A part of a text. */
export interface Span {
  from: number
  to: number
}
/** One thing that was said: an exact value, or only bounds of it. */
export interface SaidFact {
  key: string
  value?: unknown
  min?: number
  max?: number
  /** 大约, 左右: the value is what was said, not what is in the books */
  about?: true
  /** bounds that are not reached themselves (不到, 超过) */
  strict?: readonly ('min' | 'max')[]
  /** where it stands in the text */
  at?: readonly Span[]
}
export interface Said {
  /** the words as they were read */
  text: string
  facts: readonly SaidFact[]
  /** figures that could not be told apart, as they were said */
  open: readonly string[]
}

/** The words that are left when these facts are taken out; a blank stands in the place of each. */
export function wordsBeside({ text }: Said, facts: readonly SaidFact[]): string {
  const isSaid = new Uint8Array(text.length)
  for (const { at = [] } of facts) for (const { from, to } of at) isSaid.fill(1, from, to)
  const left = text.split('').map((sign, place) => (isSaid[place] ? ' ' : sign))
  return left.join('').replace(/ {2,}/g, ' ').trim()
}
