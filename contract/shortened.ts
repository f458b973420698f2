/** The text, or its beginning with … so that it has at most `most` characters; no half of a four-byte character stays. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** A key that a caller sent, as an answer repeats it: a key can be as long as the whole body. */
export const keyInWords = (key: string): string => shortened(key, 50)
