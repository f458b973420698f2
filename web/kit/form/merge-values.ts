import type { Stored } from './draft.ts'
import { isSame, type Values } from './form-values.ts'

/** A field that somebody else changed meanwhile; `both`: the person here did, too. */
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
 * What two people made of the same thing: `mine` and `theirs` began with `base`. Fields that only they changed take theirs, what was typed here
 * stays, and so does what both changed, which is told. `keys`: fields that the person sees; others, such as the version, are theirs.
 */
export function mergeValues(base: Values, theirs: Values, mine: Values, keys: readonly string[]): Merged {
  const seen = new Set(keys)
  const hidden = Object.fromEntries(Object.entries(theirs).filter(([key]) => !seen.has(key)))
  const changes = keys
    .filter((key) => !isSame(base[key], theirs[key]) && !isSame(mine[key], theirs[key]))
    .map((key) => ({ key, theirs: theirs[key], both: !isSame(base[key], mine[key]) }))
  const taken = changes.filter((change) => !change.both).map(({ key, theirs: value }) => [key, value])
  return { values: { ...hidden, ...Object.fromEntries(taken) }, changes }
}

/**
 * What a draft says, on what the form begins with today: only what the person had changed, never what the form does not show (its version was that
 * of then), and what somebody else changed in the same fields since.
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
 * The name of the draft of a form that says nothing of drafts itself: the same fields, on the same screen, of the same thing. A form whose thing
 * cannot be told from its values has none.
 */
export function draftNameOf(path: string, keys: readonly string[], start: Values): string | null {
  const { id } = start
  if (typeof id !== 'number' && typeof id !== 'string') return null
  let mark = 0
  for (const sign of keys.join()) mark = (mark * 31 + sign.charCodeAt(0)) % 2_147_483_647
  return `${path.replace(/[^\w-]+/g, '.')}:${mark.toString(36)}:${id}`.slice(0, 120)
}
