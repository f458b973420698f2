import type { ComponentType, ReactNode } from 'react'
import type { DateFormat } from './date-format.ts'
import type { Option, RawOption } from './options.ts'

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

/** Options at hand, or loaded once under a key. */
export type OptionSource = readonly Option[] | { key: string; load: () => Promise<readonly RawOption[]> }
export type Tone = 'running' | 'done' | 'back' | 'refused' | 'waiting' | 'urgent' | 'off'

/** What a control gets; `id` ties it to its label. */
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
  kind?: Kind
  options?: OptionSource
  /** the one escape for a control */
  as?: ComponentType<ControlProps>
  placeholder?: string
  /** said below the label in a form */
  hint?: string
  /** behind a number: 万元, 人 */
  unit?: string
  format?: DateFormat
  maxLength?: number
  /** how many files; five when nothing is said */
  limit?: number
}

/** A criterion of a search bar. A date range writes two query keys. */
export interface SearchField extends Editing {
  key: string
  /** query keys of a date range, [from, to]; default `<key>From`, `<key>To` */
  rangeKeys?: readonly [string, string]
  /** stands in the first row; the others fold away */
  first?: boolean
}

/** One field of a thing: label and control once, and where it appears (models.md §8). */
export interface Field<Row> extends Editing {
  key: keyof Row & string
  on: readonly ('search' | 'table' | 'form')[]
  /** query key when searching, if it is not the field itself */
  searchKey?: string
  searchLabel?: string
  rangeKeys?: readonly [string, string]
  /** the one escape for a cell */
  show?: (row: Row) => ReactNode
  width?: number
  sortable?: boolean
  /** title: the identity, pinned left and head of a card · meta: a line of the card (default) · none: left out of cards */
  card?: 'title' | 'meta' | 'none'
  /** shipped hidden; the column chooser can show it */
  hidden?: boolean
  /** words and tones of a status */
  statuses?: Readonly<Record<string, { label: string; tone: Tone }>>
  /** where the identity leads */
  to?: (row: Row) => string
  onOpen?: (row: Row) => void
  /** form: half a row instead of a whole one */
  half?: boolean
  /** form: heading of the foldable part that it belongs to */
  section?: string
  /** form: shown, not editable */
  readOnly?: boolean
}

/** Types the fields by the row: a wrong key does not compile. */
export const fieldsOf =
  <Row>() =>
  (...fields: readonly Field<Row>[]): readonly Field<Row>[] =>
    fields

export const on = <Row>(fields: readonly Field<Row>[], place: 'search' | 'table' | 'form') => fields.filter((f) => f.on.includes(place))

export const searchFields = <Row>(fields: readonly Field<Row>[]): SearchField[] =>
  on(fields, 'search').map((f) => ({
    key: f.searchKey ?? f.key,
    label: f.searchLabel ?? f.label,
    ...(f.kind ? { kind: searchKind(f.kind) } : {}),
    ...(f.options ? { options: f.options } : f.statuses ? { options: statusOptions(f.statuses) } : {}),
    ...(f.as ? { as: f.as } : {}),
    ...(f.placeholder ? { placeholder: f.placeholder } : {}),
    ...(f.format ? { format: f.format } : {}),
    ...(f.rangeKeys ? { rangeKeys: f.rangeKeys } : {}),
  }))

const statusOptions = (statuses: Readonly<Record<string, { label: string }>>): Option[] =>
  Object.entries(statuses).map(([value, s]) => ({ value, label: s.label }))
/** A date is searched by a range, a status or switch by its options, the rest by words. */
const searchKind = (kind: Kind): Kind => {
  if (kind === 'date' || kind === 'dateTime') return 'dateRange'
  if (kind === 'status' || kind === 'radio' || kind === 'switch') return 'select'
  return ['select', 'multiSelect', 'tree', 'dateRange', 'month', 'number'].includes(kind) ? kind : 'text'
}

/** Query keys that a criterion writes. */
export const searchKeys = (f: SearchField): readonly string[] => (f.kind === 'dateRange' ? rangeKeys(f) : [f.key])
export const rangeKeys = (f: Pick<SearchField, 'key' | 'rangeKeys'>): readonly [string, string] =>
  f.rangeKeys ?? [`${f.key}From`, `${f.key}To`]

/** The optional columns of spec §2 that many tables share; their words are the specification's. */
export const optionalColumn = {
  picture: <Row>(key: keyof Row & string, label = '图片'): Field<Row> => ({
    key,
    label,
    on: ['table'],
    kind: 'picture',
    width: 96,
    card: 'none',
  }),
  file: <Row>(key: keyof Row & string, label = '附件'): Field<Row> => ({ key, label, on: ['table'], kind: 'file', width: 180 }),
  enterpriseName: <Row>(key: keyof Row & string): Field<Row> => ({ key, label: '企业名称', on: ['table'], width: 220 }),
  planNumber: <Row>(key: keyof Row & string): Field<Row> => ({ key, label: '计划编号', on: ['table'], width: 150 }),
  policyCount: <Row>(key: keyof Row & string): Field<Row> => ({ key, label: '政策数量', on: ['table'], kind: 'number', width: 110 }),
}
