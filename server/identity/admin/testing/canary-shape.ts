import type { RowLine, RowResourceKey, RowScope } from '../../../../contract/row-rules.ts'

type Values = Readonly<Record<string, unknown>>
export type Side = 'a' | 'b'

/** What the two canary rows of a resource are, and how three rules tell them apart. `own`, `other`: the walker's office and another one. */
export interface Canaries {
  /** the domains whose reading endpoints show its rows */
  domains: readonly string[]
  table: string
  /** text columns that get the unique word */
  marks: readonly string[]
  /** two existing rows, as `select id …`; without it the rows are inserted by `made` */
  pick?: string
  /** values that make a row one of the two canaries; `people` are users of the two offices */
  facts: (side: Side, at: Place) => Values
  /** further statements with the row's id as $1, such as for its offices */
  also?: (side: Side, at: Place) => readonly string[]
  /** each rule with the canary that it opens */
  rules: (at: Place) => readonly (readonly [sees: Side, rule: Opening])[]
  /** calls whose id names another record: one below the row (`select id … $1`), or none of this resource */
  ids?: Readonly<Record<string, string | null>>
  /** kinds of files that follow the row */
  files?: readonly string[]
  /** kinds of exports, with the filter that names a row when one is needed */
  exports?: Readonly<Record<string, string | null>>
  /** values that let a copy of a row stand beside it */
  twin: Values
  /** resources without whose rows nothing of it is seen, such as the companies with a tag */
  besides?: readonly RowResourceKey[]
}
export interface Place {
  own: number
  other: number
  /** users of these offices */
  mine: number
  theirs: number
  /** who walks under the first rule, for rules about 本人 */
  owner: number
}
export interface Opening {
  scope: RowScope
  officeIds?: readonly number[]
  lines?: readonly RowLine[]
}

export const offices = ({ other }: Place, line: RowLine): [Side, Opening][] => [
  ['a', { scope: 'office' }],
  ['b', { scope: 'custom', officeIds: [other] }],
  ['a', { scope: 'all', lines: [line] }],
]
export const among = (field: string, ...values: string[]): RowLine => ({ field, op: 'in', values })
export const maker = (side: Side, { mine, theirs }: Place) => (side === 'a' ? mine : theirs)
export const office = (side: Side, { own, other }: Place) => (side === 'a' ? own : other)
