import { characterPairs, indexWords } from './words.ts'

/** Version of the search columns. Rows of another version are rewritten in the background after a start. */
export const SEARCH_FORM = 2

const quoted = (word: string) => `'${word.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`

export type Weight = 'A' | 'B' | 'C' | 'D'
/**
 * A tsvector literal (`::tsvector`) of weighted words (A is highest) and of whole lexemes that are matched but never ranked. Texts above
 * weight D, the head of a document, also contribute their character pairs. Positions beyond PostgreSQL's limits (16383, 255 per lexeme) are
 * dropped.
 */
export function tsvector(parts: readonly { text: string; weight: Weight }[], lexemes: readonly string[] = []): string {
  const places = new Map<string, string[]>()
  let at = 0
  for (const { text, weight } of parts) {
    for (const word of weight === 'D' ? indexWords(text) : [...new Set([...indexWords(text), ...characterPairs(text)])]) {
      at = Math.min(at + 1, 16_383)
      const known = places.get(word)
      if (!known) places.set(word, [`${at}${weight}`])
      else if (known.length < 200) known.push(`${at}${weight}`)
    }
  }
  return [...[...places].map(([word, positions]) => `${quoted(word)}:${positions.join(',')}`), ...lexemes.map(quoted)].join(' ')
}

/** `'word'` or, with `prefix`, `'word':*` as part of a tsquery. */
export const lexeme = (word: string, prefix = false): string => `${quoted(word)}${prefix ? ':*' : ''}`
/** Joins parts with & or |; '' when there are none. */
export const joined = (pieces: readonly string[], by: '&' | '|'): string =>
  pieces.length > 1 ? `(${pieces.join(` ${by} `)})` : (pieces[0] ?? '')
