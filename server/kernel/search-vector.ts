import { indexTokens } from './search-tokens.ts'

/** Text as it is compared whole: full width and half width alike, lower case, no white space. */
export const squeezed = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

const quoted = (word: string) => `'${word.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`

export type Weight = 'A' | 'B' | 'C' | 'D'
/**
 * A tsvector literal (`::tsvector`) of words with weights (A weighs most) and of whole lexemes that are matched but never ranked.
 * Positions beyond what PostgreSQL keeps (16383, 255 a lexeme) are left out.
 */
export function tsvector(parts: readonly { text: string; weight: Weight }[], lexemes: readonly string[] = []): string {
  const places = new Map<string, string[]>()
  let at = 0
  for (const { text, weight } of parts) {
    for (const word of indexTokens(text).split(' ').filter(Boolean)) {
      at = Math.min(at + 1, 16_383)
      const known = places.get(word)
      if (!known) places.set(word, [`${at}${weight}`])
      else if (known.length < 200) known.push(`${at}${weight}`)
    }
  }
  return [...[...places].map(([word, positions]) => `${quoted(word)}:${positions.join(',')}`), ...lexemes.map(quoted)].join(' ')
}

/** `'word'` or, with `prefix`, `'word':*` as a piece of a tsquery. */
export const lexeme = (word: string, prefix = false): string => `${quoted(word)}${prefix ? ':*' : ''}`
/** Pieces joined with & or |; '' when there are none. */
export const joined = (pieces: readonly string[], by: '&' | '|'): string =>
  pieces.length > 1 ? `(${pieces.join(` ${by} `)})` : (pieces[0] ?? '')
