import { levelOptions } from '../../../contract/policy/codes.ts'
import { memberRemarks, relationKindOptions } from '../../../contract/company/relation-words.ts'
import { leastOf, type Field, type Option } from '../engine/index.ts'

/**
 * Archive tables with those columns that a rule may use, and the values of their dictionaries, including disabled ones, because existing
 * rules and fields may name them. Plain
 * SQL, because the matching thread has no query builder.
 */
export const LISTS_SQL = `select t.id, t.name, jsonb_agg(jsonb_build_object('key', f.field_key, 'label', f.name, 'type', f.field_type, 'unit', f.unit, 'min', f.min, 'max', f.max, 'enabled', f.enabled,
    'options', coalesce(f.options, (select jsonb_agg(jsonb_build_object('label', d.label || case when d.enabled then '' else '（停用）' end, 'value', d.value)
      order by d.sort) from dict_value d where d.dict_type = f.dict_type))) order by f.sort, f.id) as columns, t.enabled
  from expansion_table t join expansion_field f on f.table_id = t.id
  where not f.personal and f.field_type not in ('phone', 'idNumber', 'file')
  group by t.id, t.name, t.enabled order by t.id`
interface Column {
  key: string
  label: string
  type: string
  unit: string | null
  min: number | null
  max: number | null
  options: Option[] | null
  enabled: boolean
}
export type ListRow = [id: number, name: string, columns: Column[], enabled: boolean]

/** The lists that editors may choose. */
export const enabledLists = (rows: readonly ListRow[]): ListRow[] =>
  rows.flatMap(([id, name, columns, enabled]): ListRow[] => {
    const left = columns.filter((column) => column.enabled)
    return enabled && left.length ? [[id, name, left, enabled]] : []
  })

const TYPES: Readonly<Record<string, Field['type']>> = {
  number: 'number',
  money: 'number',
  integer: 'integer',
  date: 'date',
  boolean: 'boolean',
  select: 'enum',
  multiSelect: 'multiEnum',
}

const fromArchive = '有的，登录后按企业档案计算。'

/** Every list that a rule may count, sum or take the newest row of. `facts`: the fields that are also known of related companies. */
export const asLists = (rows: readonly ListRow[], facts: readonly Field[]): Field[] => [
  support,
  relativesOf(facts),
  ...rows.map(([id, name, columns]): Field => ({
    key: `table${id}`,
    label: name,
    type: 'rows',
    question: `有没有“${name}”的情况？`,
    group: '企业清单',
    note: fromArchive,
    columns: columns.map(({ key, label, type, unit, min, max, options }) => ({
      key,
      label,
      type: TYPES[type] ?? 'string',
      unit: unit ?? (type === 'money' ? '万元' : null),
      ...(min === null ? {} : { min }),
      ...(max === null ? {} : { max }),
      options,
    })),
  })),
]

/** Supports that the platform itself granted and paid. */
const support: Field = {
  key: 'support',
  label: '本平台已给的支持',
  type: 'rows',
  question: '在本平台得到过政策支持吗？',
  group: '企业清单',
  note: fromArchive,
  columns: [
    { key: 'policy', label: '政策', type: 'string' },
    { key: 'title', label: '项目名称', type: 'string' },
    { key: 'level', label: '政策级别', type: 'enum', options: levelOptions },
    { key: 'year', label: '年度', type: 'integer', unit: '年' },
    { key: 'amount', label: '金额', type: 'number', unit: '万元', min: 0 },
    { key: 'paid', label: '已拨付', type: 'boolean' },
    { key: 'paidOn', label: '拨付日期', type: 'date' },
  ],
}

/** A company figure as a column: its name and its limits. */
function column(field: Field): Pick<Field, 'key' | 'label' | 'type' | 'min' | 'max'> {
  const { key, label, type, max } = field
  const min = type === 'number' || type === 'integer' ? leastOf(field) : undefined
  return { key, label, type, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

const SUMMED: ReadonlySet<Field['type']> = new Set(['number', 'integer', 'boolean', 'enum', 'date'])

/**
 * The confirmed related companies on the day, each with its own figures under the same keys as the company's. Reasons show only names,
 * because not every reader may see the figures.
 */
const relativesOf = (facts: readonly Field[]): Field => ({
  key: 'relatives',
  label: '已确认的关联企业',
  type: 'rows',
  question: '有没有母公司、子公司或同一控制下的关联企业？',
  group: '企业清单',
  note: '没有的按本企业的数计算。有的，登录后在企业档案登记，经对方确认后合并计算。',
  during: ['since', 'until'],
  told: ['memberName', 'relation', 'memberShare'],
  remark: { key: 'memberData', words: memberRemarks },
  columns: [
    { key: 'memberName', label: '企业', type: 'string' },
    { key: 'relation', label: '关系', type: 'enum', options: relationKindOptions },
    { key: 'memberShare', label: '持股比例', type: 'number', unit: '%', min: 0, max: 100 },
    { key: 'since', label: '开始日期', type: 'date' },
    { key: 'until', label: '结束日期', type: 'date' },
    ...facts
      .filter(({ type, options, dated }) => SUMMED.has(type) && !dated && (type !== 'enum' || options?.length))
      .map((field): Field => ({ ...column(field), unit: field.unit ?? null, options: field.options ?? null })),
  ],
})
