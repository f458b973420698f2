import { sameValue } from './cascade.ts'
import type { Option } from './options.ts'

/** Both values of a chained select; null when nothing is chosen. */
export interface Chained {
  first: Option['value'] | null
  second: Option['value'] | null
}

/** A new first choice clears the second, which belonged to the other list. Choosing the same value again changes nothing. */
export const chooseFirst = (now: Chained, first: Option['value'] | null): Chained =>
  sameValue(now.first ?? '', first ?? '') ? now : { first, second: null }
