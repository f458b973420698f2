const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * LIKE pattern for values that contain the text; a typed `%`, `_` or `\` is taken literally. The operator (like, ilike) decides about case.
 */
export const likeText = (text: string): string => `%${escaped(text)}%`

/** LIKE pattern for values that begin with the text; the text is taken literally, as in `likeText`. */
export const likeStart = (text: string): string => `${escaped(text)}%`
