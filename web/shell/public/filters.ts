/** One choice of a filter; `count` is how many rows it would show. */
export interface FilterOption {
  value: string
  label: string
  count?: number
}

/**
 * One way to narrow a public list; `keys` are those of the address. `many`: any number of values. `one`: exactly one, `usual` is the one
 * that the address need not name. `days`: from a day to a day, `words` stand before a chosen day.
 */
export type Filter =
  | { kind: 'many'; name: string; keys: readonly [string]; options: readonly FilterOption[] }
  | { kind: 'one'; name: string; keys: readonly [string]; options: readonly FilterOption[]; usual: string }
  | { kind: 'days'; name: string; keys: readonly [from: string, to: string]; words: readonly [from: string, to: string] }

/** A filter of several values. */
export const many = (key: string, name: string, options: readonly FilterOption[]): Filter => ({ kind: 'many', name, keys: [key], options })

/** A filter by days, such as 发布时间: 发布自 … 发布至 …. */
export const days = (keys: readonly [string, string], name: string, word: string): Filter => ({
  kind: 'days',
  name,
  keys,
  words: [`${word}自`, `${word}至`],
})
