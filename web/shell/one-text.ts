/** A value serialised as one text, for loader data. */
export type OneText<T> = string & { readonly of?: T }

/**
 * The router's encoder visits every value of a page's data and takes ten times as long as JSON; a string is passed through. Use this for
 * plain JSON data of every page or of the most visited one.
 */
const oneText = <T>(value: T): OneText<T> => JSON.stringify(value)

/** As `oneText` for the result of `make`; cached for the same arguments (kept answers stay the same objects while they live). */
export function textOf<P extends readonly unknown[], T>(make: (...parts: P) => T): (...parts: P) => OneText<T> {
  let last: { parts: P; text: OneText<T> } | undefined
  return (...parts) => {
    const same = last && parts.every((part, place) => part === last?.parts[place])
    if (!last || !same) last = { parts, text: oneText(make(...parts)) }
    return last.text
  }
}

/** Parses texts, the same one twice in a row only once. Use one reader per place, so that places do not evict each other's text. */
export function textReader<T>(): (text: OneText<T>) => T {
  let last: { text: string; value: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: JSON.parse(text) as T }
    return last.value
  }
}
