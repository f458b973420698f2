import { sameValue } from './cascade.ts'
import type { Option } from './options.ts'

/** Both choices of a chained select; null where nothing is chosen. */
export interface Chained {
  first: Option['value'] | null
  second: Option['value'] | null
}

/** Another first choice empties the second: what was chosen belonged to the other list. The same one again changes nothing. */
export const chooseFirst = (now: Chained, first: Option['value'] | null): Chained =>
  sameValue(now.first ?? '', first ?? '') ? now : { first, second: null }
