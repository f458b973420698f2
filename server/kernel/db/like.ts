const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Pattern of LIKE for values that hold the text: `%`, `_` and `\` that a person typed are letters. The case is the operator's (like, ilike). */
export const likeText = (text: string): string => `%${escaped(text)}%`

/** Pattern of LIKE for values that begin with the text; what was typed is letters, as in `likeText`. */
export const likeStart = (text: string): string => `${escaped(text)}%`
