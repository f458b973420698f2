import type { Tone } from '../../../contract/codes.ts'
import type { ComponentType, ReactNode } from 'react'
import type { CriterionOf, Endpoint, RowOf, SortKeyOf } from '../../../contract/endpoint.ts'
import type { DateFormat } from '../date/date-format.ts'
import type { Option, RawOption } from '../choose/options.ts'

/** How a value is shown and edited. */
export type Kind =
  | 'text'
  | 'longText'
  | 'number'
  | 'money'
  | 'date'
  | 'dateTime'
  | 'month'
  | 'dateRange'
  | 'select'
  | 'multiSelect'
  | 'radio'
  | 'switch'
  | 'tree'
  | 'status'
  | 'tags'
  | 'picture'
  | 'file'
  | 'documents'
  | 'pictures'
  | 'richText'

/** Options as a list, or loaded once under a key. */
export type OptionSource = readonly Option[] | { key: string; load: () => Promise<readonly RawOption[]> }
export type { Tone }

/** The props of a control; `id` links it to its label. */
export interface ControlProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  onBlur?: () => void
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

interface Editing {
  label: string
  /** may share a row with its neighbour on a wide screen, when the form has the full width */
  beside?: true
  kind?: Kind
  options?: OptionSource
  /** a custom control */
  as?: ComponentType<ControlProps>
  /** the name of a value of a custom control, as this reader may see it; key: a query key */
  named?: { key: string; find(value: string): Promise<string> }
  placeholder?: string
  /** shown below the label in a form */
  hint?: string
  /** behind a number: 万元, 人 */
  unit?: string
  format?: DateFormat
  maxLength?: number
  /** maximum number of files; default five */
  limit?: number
}

/** A criterion of a search bar. A date range writes two query keys. */
export interface SearchField extends Editing {
  key: string
  /** query keys of a date range, [from, to]; default `<key>From`, `<key>To` */
  rangeKeys?: readonly [string, string]
  /** shown in the first row; the others can be folded */
  first?: boolean
}

type Place = 'search' | 'table' | 'form'
/** One field of a thing: label and control once, and where it appears (models.md §8). `Q`: filter keys of its list, `S`: sort keys. */
export interface Field<Row, Q extends string = string, S extends string = string> extends Editing {
  key: string
  on: readonly Place[]
  /** query key for searching, when it differs from the field's key */
  searchKey?: Q
  searchLabel?: string
  rangeKeys?: readonly [Q, Q]
  /** a custom cell */
  show?: (row: Row) => ReactNode
  width?: number
  /** sort key of the list: `amount` for `sort=amount` and `sort=-amount` */
  sortable?: S
  /** title: identifies the row, pinned left and head of a card · meta: a line of the card (default) · none: not in cards */
  card?: 'title' | 'meta' | 'none'
  /** hidden by default; the column chooser can show it */
  hidden?: boolean
  /** labels and tones of a status */
  statuses?: Readonly<Record<string, { label: string; tone: Tone }>>
  /** link of the title */
  to?: (row: Row) => string
  onOpen?: (row: Row) => void
  /** form: half a row instead of a full one */
  half?: boolean
  /** form: heading of its foldable section */
  section?: string
  /** form: marked as required, when a rule of the whole record requires it */
  required?: true
  /** form: shown, not editable */
  readOnly?: boolean
  /** form: keys that are shown or not by its value; when somebody else changed it, what was typed in one of them keeps it as it is */
  rules?: readonly string[]
  /** form: further keys that its control writes; their faults are shown at it */
  also?: readonly string[]
}

type Shown<Row, Q extends string, S extends string> = Omit<Field<Row, Q, S>, 'key' | 'on' | 'searchKey' | 'rangeKeys'>
type Ranged<Q extends string> = { rangeKeys: readonly [Q, Q]; searchKey?: undefined }
/** A field of a list: a column names a key of the row, a filter a key of the query. */
type ListField<Row, Q extends string, S extends string, Own extends string> = Shown<Row, Q, S>
  & (
    | { key: keyof Row & string; on: readonly ('table' | 'form')[] }
    | { key: keyof Row & string & Q; on: readonly Place[] }
    | ({ key: keyof Row & string; on: readonly Place[] } & ({ searchKey: Q } | Ranged<Q>))
    | ({ on: readonly ['search'] } & ({ key: Q | Own } | ({ key: string } & Ranged<Q>)))
  )

/**
 * Types the fields by the list endpoint: a column that its rows lack, or a filter or sort key that its query lacks, is a type error. `Own`:
 * filters that the screen translates itself.
 */
export const fieldsOf = <E extends Endpoint<any, any, any>, Own extends string = never>(
  _endpoint: E,
  ...fields: readonly ListField<RowOf<E>, CriterionOf<E>, SortKeyOf<E>, NoInfer<Own>>[]
): readonly Field<RowOf<E>, CriterionOf<E>, SortKeyOf<E>>[] => fields

type RowField<Row> = Field<Row> & { key: keyof Row & string }
/** The same for rows without a list endpoint. */
export const rowFields = <Row>(...fields: readonly RowField<Row>[]): readonly Field<Row>[] => fields

export const valueOf = (row: object, key: string): unknown => (row as Readonly<Record<string, unknown>>)[key]

export const on = <Row>(fields: readonly Field<Row>[], place: 'search' | 'table' | 'form') => fields.filter((f) => f.on.includes(place))

export const searchFields = <Row>(fields: readonly Field<Row>[]): SearchField[] =>
  on(fields, 'search').map((f) => ({
    key: f.searchKey ?? f.key,
    label: f.searchLabel ?? f.label,
    ...(f.kind ? { kind: searchKind(f.kind) } : {}),
    ...(f.options ? { options: f.options } : f.statuses ? { options: statusOptions(f.statuses) } : {}),
    ...(f.as ? { as: f.as } : {}),
    ...(f.named ? { named: f.named } : {}),
    ...(f.placeholder ? { placeholder: f.placeholder } : {}),
    ...(f.format ? { format: f.format } : {}),
    ...(f.rangeKeys ? { rangeKeys: f.rangeKeys } : {}),
  }))

const statusOptions = (statuses: Readonly<Record<string, { label: string }>>): Option[] =>
  Object.entries(statuses).map(([value, s]) => ({ value, label: s.label }))
/** A date is searched by a range, a status or switch by its options, other kinds by text. */
const searchKind = (kind: Kind): Kind => {
  if (kind === 'date' || kind === 'dateTime') return 'dateRange'
  if (kind === 'status' || kind === 'radio' || kind === 'switch') return 'select'
  return ['select', 'multiSelect', 'tree', 'dateRange', 'month', 'number'].includes(kind) ? kind : 'text'
}

/** Query keys that a criterion writes. */
export const searchKeys = (f: SearchField): readonly string[] => (f.kind === 'dateRange' ? rangeKeys(f) : [f.key])
export const rangeKeys = (f: Pick<SearchField, 'key' | 'rangeKeys'>): readonly [string, string] =>
  f.rangeKeys ?? [`${f.key}From`, `${f.key}To`]

/** The optional columns of spec §2 that many tables share, with the specification's labels. */
export const optionalColumn = {
  picture: <Row>(key: keyof Row & string, label = '图片'): RowField<Row> => ({
    key,
    label,
    on: ['table'],
    kind: 'picture',
    width: 96,
    card: 'none',
  }),
  file: <Row>(key: keyof Row & string, label = '附件'): RowField<Row> => ({ key, label, on: ['table'], kind: 'file', width: 180 }),
  enterpriseName: <Row>(key: keyof Row & string): RowField<Row> => ({ key, label: '企业名称', on: ['table'], width: 220 }),
  planNumber: <Row>(key: keyof Row & string): RowField<Row> => ({ key, label: '计划编号', on: ['table'], width: 150 }),
  policyCount: <Row>(key: keyof Row & string): RowField<Row> => ({ key, label: '政策数量', on: ['table'], kind: 'number', width: 110 }),
}

/** A field as a form needs it. */
export type FormField<K extends string = string> = Omit<Field<never>, 'key' | 'on' | 'show' | 'to' | 'onOpen' | 'rangeKeys'>
  & ({ key: K; rangeKeys?: readonly [K, K] } | { key: string; kind: 'dateRange'; rangeKeys: readonly [K, K] })

/** Keys without a field of their own, with the field that shows their faults. */
export const shownAt = (fields: readonly FormField[]): ReadonlyMap<string, string> =>
  new Map(fields.flatMap(({ key, also = [] }) => also.map((other) => [other, key] as const)))
