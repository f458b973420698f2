/** One choice of a filter; `count` is the number of rows it would show. */
export interface FilterOption {
  value: string
  label: string
  count?: number
}

/**
 * One filter of a public list; `keys` are its query keys. `many`: any number of values. `one`: exactly one, `usual` is the default. `days`:
 * a range of days; `words` precede a chosen day.
 */
export type Filter =
  | { kind: 'many'; name: string; keys: readonly [string]; options: readonly FilterOption[] }
  | { kind: 'one'; name: string; keys: readonly [string]; options: readonly FilterOption[]; usual: string }
  | { kind: 'days'; name: string; keys: readonly [from: string, to: string]; words: readonly [from: string, to: string] }

/** A filter with several values. */
export const many = (key: string, name: string, options: readonly FilterOption[]): Filter => ({ kind: 'many', name, keys: [key], options })

/** A filter by days, such as 发布时间: 发布自 … 发布至 …. */
export const days = (keys: readonly [string, string], name: string, word: string): Filter => ({
  kind: 'days',
  name,
  keys,
  words: [`${word}自`, `${word}至`],
})
