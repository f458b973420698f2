import type { Stored } from './draft.ts'
import { isSame, type Values } from './form-values.ts'
import { markOf } from './mark-of.ts'

/** A field that somebody else changed meanwhile; `both`: this user changed it too. */
export interface Changed {
  key: string
  theirs: unknown
  both: boolean
}
interface Merged {
  /** what goes into the form */
  values: Values
  changes: Changed[]
}

/**
 * Merges two edits of the same thing: `mine` and `theirs` both began with `base`. Fields that only they changed take their value; this
 * user's changes stay, and a field that both changed is reported. `keys`: fields that the user sees; other fields, such as the version, are
 * taken from them.
 */
export function mergeValues(
  base: Values,
  theirs: Values,
  mine: Values,
  keys: readonly string[],
  rules: Readonly<Record<string, readonly string[] | undefined>> = {},
): Merged {
  const mineChanged = (key: string) => !isSame(base[key], mine[key])
  // A field that decides which others are shown stays as it is while one of them holds typed text, and the others with it.
  const held = keys.filter((key) => !isSame(base[key], theirs[key]) && (rules[key] ?? []).some(mineChanged))
  const ruled = new Set(held.flatMap((key) => rules[key] ?? []))
  const seen = new Set(keys)
  const hidden = Object.fromEntries(Object.entries(theirs).filter(([key]) => !seen.has(key) && !ruled.has(key)))
  const changes = keys
    .filter((key) => !ruled.has(key) && !isSame(base[key], theirs[key]) && !isSame(mine[key], theirs[key]))
    .map((key) => ({ key, theirs: theirs[key], both: held.includes(key) || mineChanged(key) }))
  const taken = changes.filter((change) => !change.both).map(({ key, theirs: value }) => [key, value])
  return { values: { ...hidden, ...Object.fromEntries(taken) }, changes }
}

/**
 * Applies a draft to the present initial values: only fields that the user had changed and the form shows (not its old version). Fields
 * that somebody else changed since are reported.
 */
export function restoredValues(left: Stored<Values>, start: Values, keys: readonly string[]): Merged {
  const seen = new Set(keys)
  const { base } = left
  const typed = Object.entries(left.values).filter(
    ([key, value]) => (seen.has(key) || !(key in start)) && (base === undefined || !isSame(base[key], value)),
  )
  const changes = typed
    .filter(([key, value]) => base !== undefined && seen.has(key) && !isSame(base[key], start[key]) && !isSame(value, start[key]))
    .map(([key]) => ({ key, theirs: start[key], both: true }))
  return { values: Object.fromEntries(typed), changes }
}

/**
 * The draft name of a form that does not set one: from its fields, its screen and its thing. A form whose thing is unknown has no draft.
 */
export function draftNameOf(path: string, keys: readonly string[], start: Values): string | null {
  const { id } = start
  if (typeof id !== 'number' && typeof id !== 'string') return null
  return `${path.replace(/[^\w-]+/g, '.')}:${markOf(keys.join())}:${id}`.slice(0, 120)
}
