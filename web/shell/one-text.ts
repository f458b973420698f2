/** A value as one text, in loader data. */
export type OneText<T> = string & { readonly of?: T }

/**
 * The router's encoder walks every value of a page's data and takes ten times as long over it as JSON does; a text it passes on as it is. For data
 * that stand on every page or on the most visited one, and are plain JSON.
 */
const oneText = <T>(value: T): OneText<T> => JSON.stringify(value)

/** As `oneText` of what `make` makes; made once for the same parts (kept answers are the same objects while they live). */
export function textOf<P extends readonly unknown[], T>(make: (...parts: P) => T): (...parts: P) => OneText<T> {
  let last: { parts: P; text: OneText<T> } | undefined
  return (...parts) => {
    const same = last && parts.every((part, place) => part === last?.parts[place])
    if (!last || !same) last = { parts, text: oneText(make(...parts)) }
    return last.text
  }
}

/** Reads texts back, the same one twice in a row only once. One reader for each place, so that the places do not push each other out. */
export function textReader<T>(): (text: OneText<T>) => T {
  let last: { text: string; value: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: JSON.parse(text) as T }
    return last.value
  }
}
