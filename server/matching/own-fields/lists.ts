import { levelOptions } from '../../../contract/policy/codes.ts'
import type { Field, Option } from '../engine/index.ts'

/** Tables of the archive with those of their columns that a rule may look at; the matching thread has no query builder. */
export const LISTS_SQL = `select t.id, t.name, jsonb_agg(jsonb_build_object('key', f.field_key, 'label', f.name, 'type', f.field_type, 'unit', f.unit,
    'options', coalesce(f.options, (select jsonb_agg(jsonb_build_object('label', d.label, 'value', d.value) order by d.sort) from dict_value d
      where d.dict_type = f.dict_type and d.enabled))) order by f.sort, f.id) as columns
  from expansion_table t join expansion_field f on f.table_id = t.id
  where t.enabled and f.enabled and not f.personal and f.field_type not in ('phone', 'idNumber', 'file')
  group by t.id, t.name order by t.id`
interface Column {
  key: string
  label: string
  type: string
  unit: string | null
  options: Option[] | null
}
export type ListRow = [id: number, name: string, columns: Column[]]

const TYPES: Readonly<Record<string, Field['type']>> = {
  number: 'number',
  money: 'number',
  integer: 'integer',
  date: 'date',
  boolean: 'boolean',
  select: 'enum',
  multiSelect: 'multiEnum',
}

/** Every list that a rule may count, sum or look for the newest of. */
export const asLists = (rows: readonly ListRow[]): Field[] => [
  support,
  ...rows.map(([id, name, columns]): Field => ({
    key: `table${id}`,
    label: name,
    type: 'rows',
    columns: columns.map(({ key, label, type, unit, options }) => ({
      key,
      label,
      type: TYPES[type] ?? 'string',
      unit: unit ?? (type === 'money' ? '万元' : null),
      options,
    })),
  })),
]

/** What the platform itself granted and paid. */
const support: Field = {
  key: 'support',
  label: '本平台已给的支持',
  type: 'rows',
  columns: [
    { key: 'policy', label: '政策', type: 'string' },
    { key: 'title', label: '项目名称', type: 'string' },
    { key: 'level', label: '政策级别', type: 'enum', options: levelOptions },
    { key: 'year', label: '年度', type: 'integer', unit: '年' },
    { key: 'amount', label: '金额', type: 'number', unit: '万元' },
    { key: 'paid', label: '已拨付', type: 'boolean' },
    { key: 'paidOn', label: '拨付日期', type: 'date' },
  ],
}
