import { Button, Select } from 'antd'
import { rowFunctions, type RowFunction } from '../../../contract/rule/rows.ts'
import type { FieldChoice } from './condition.ts'
import { ConditionValue } from './condition-value.tsx'
import { NumberInput } from '../form/number-input.tsx'
import { PolicyByCode } from '../choose/policy-by-code.tsx'
import { isSum, type RowShape, type RowTest } from './row-shapes.ts'
import { RowShares } from './row-shares.tsx'
import styles from './condition-editor.module.css'

const WIDE = { width: 200, maxWidth: '100%' } as const
const asOptions = (of: readonly FieldChoice[]) => of.map((f) => ({ value: f.key, label: f.label }))
const isFigure = (f: FieldChoice | undefined) => f?.type === 'number' || f?.type === 'integer'

/** Over which list, what is counted of it, and which rows count; no formula has to be written. `summed`: nothing but a sum can be chosen. */
export function RowsField({
  rows,
  fields,
  summed = false,
  onChange,
}: {
  rows: RowShape
  fields: ReadonlyMap<string, FieldChoice>
  summed?: boolean
  onChange(next: RowShape): void
}) {
  const columns = fields.get(rows.list)?.columns ?? []
  const counted = columns.filter((c) => (isSum(rows.name) ? isFigure(c) : rows.name === 'rowsDistinct' || isFigure(c) || c.type === 'date'))
  const change = (next: Partial<RowShape>) => onChange({ ...rows, ...next })
  return (
    <>
      <Select
        style={WIDE}
        aria-label="清单"
        placeholder="选择清单"
        value={rows.list || undefined}
        options={asOptions([...fields.values()].filter((f) => f.type === 'rows'))}
        onChange={(list: string) => onChange({ list, name: rows.name, column: '', tests: [] })}
      />
      {!summed && (
        <Select
          style={{ width: 150 }}
          aria-label="怎样统计"
          value={rows.name}
          options={Object.entries(rowFunctions).map(([value, label]) => ({ value, label }))}
          onChange={(name: RowFunction) =>
            onChange({ list: rows.list, name, column: '', tests: rows.tests, ...(name === 'rowsTop' ? { top: 3 } : {}) })
          }
        />
      )}
      {rows.name !== 'rowsCount' && (
        <Select
          style={WIDE}
          aria-label="统计哪一列"
          placeholder="选择列"
          value={rows.column || undefined}
          options={asOptions(counted)}
          onChange={(column: string) => change({ column })}
        />
      )}
      {isSum(rows.name) && <EachRow rows={rows} columns={columns} onChange={onChange} />}
      {rows.tests.map((test, i) => (
        <Test
          key={i}
          test={test}
          columns={columns}
          policy={rows.list === 'support'}
          onChange={(next) => change({ tests: rows.tests.with(i, next) })}
          onRemove={() => change({ tests: rows.tests.toSpliced(i, 1) })}
        />
      ))}
      <Button
        size="small"
        disabled={columns.length === 0 || rows.tests.length >= 6}
        onClick={() => change({ tests: [...rows.tests, { column: '', op: '==', value: '' }] })}
      >
        只算满足…的行
      </Button>
    </>
  )
}

export const without = <K extends keyof RowShape>(rows: RowShape, key: K): RowShape => {
  const { [key]: _, ...rest } = rows
  return rest as RowShape
}

/** What each row counts in a sum: the column × another column × a share, at most so much; and how many rows. */
function EachRow({ rows, columns, onChange }: { rows: RowShape; columns: readonly FieldChoice[]; onChange(next: RowShape): void }) {
  const put = (key: 'share' | 'most' | 'top', value: number | null) =>
    onChange(value === null ? without(rows, key) : { ...rows, [key]: value })
  const percent = rows.share === undefined ? null : Math.round(rows.share * 1e6) / 1e4
  return (
    <>
      <Select
        style={{ width: 180, maxWidth: '100%' }}
        allowClear
        aria-label="乘以哪一列"
        placeholder="乘以另一列（可空）"
        value={rows.times || undefined}
        options={asOptions(columns.filter((c) => isFigure(c) && c.key !== rows.column))}
        onChange={(times?: string) => onChange(times ? { ...rows, times } : without(rows, 'times'))}
      />
      <NumberInput
        style={{ width: 150 }}
        min={0}
        prefix="每行按"
        unit="%"
        placeholder="100"
        aria-label="每行按百分之几"
        value={percent}
        onChange={(v) => put('share', v === null ? null : Math.round(v * 1e4) / 1e6)}
      />
      <NumberInput
        style={{ width: 150 }}
        min={0}
        prefix="每行最多"
        placeholder="不限"
        aria-label="每行最多"
        value={rows.most ?? null}
        onChange={(v) => put('most', v)}
      />
      <RowShares rows={rows} columns={columns} onChange={onChange} />
      {rows.name === 'rowsTop' && (
        <NumberInput
          style={{ width: 140 }}
          min={1}
          decimals={0}
          prefix="最多"
          unit="行"
          aria-label="最多几行"
          value={rows.top ?? 3}
          onChange={(v) => put('top', v ?? 1)}
        />
      )}
    </>
  )
}

const EQUAL = [
  { value: '==', label: '等于' },
  { value: '!=', label: '不等于' },
]
const ORDER = [
  { value: '>=', label: '不低于' },
  { value: '<=', label: '不高于' },
  { value: '>', label: '高于' },
  { value: '<', label: '低于' },
]
const RECENT = { value: 'recent', label: '近几年内' }
const BY_YEAR = [
  { value: 'lastYear', label: '在上一年度' },
  { value: 'thisYear', label: '在当年' },
]
const BY_DATE = [{ value: 'recent', label: '近几个月内' }, { value: 'full', label: '已满几个月' }, ...BY_YEAR]
const AMONG = { value: 'in', label: '是其中之一' }
/** What is said in months or years before the day of judging. */
const SPAN: readonly RowTest['op'][] = ['recent', 'full']
const NO_VALUE: readonly RowTest['op'][] = ['lastYear', 'thisYear']
const isYear = (f: FieldChoice | undefined) => f?.unit === '年' && f.type === 'integer'
function operators(column: FieldChoice | undefined) {
  if (column?.type === 'date') return [...BY_DATE, ...ORDER]
  if (isFigure(column)) return [...ORDER, ...EQUAL, ...(isYear(column) ? [RECENT, ...BY_YEAR] : [])]
  return column?.type === 'boolean' ? EQUAL.slice(0, 1) : column?.options ? [...EQUAL, AMONG] : EQUAL
}

function Test({
  test,
  columns,
  policy,
  onChange,
  onRemove,
}: {
  test: RowTest
  columns: readonly FieldChoice[]
  policy: boolean
  onChange(next: RowTest): void
  onRemove(): void
}) {
  const column = columns.find((c) => c.key === test.column)
  const pick = (key: string) => {
    const next = columns.find((c) => c.key === key)
    const date = next?.type === 'date'
    onChange({
      column: key,
      op: date ? 'recent' : isFigure(next) ? '>=' : '==',
      value: date ? 12 : next?.type === 'boolean' ? true : isFigure(next) ? 0 : '',
      ...(date ? { date } : {}),
    })
  }
  const setOp = (op: RowTest['op']) => {
    const kind = (each: RowTest['op']) =>
      SPAN.includes(each) ? 'span' : NO_VALUE.includes(each) ? 'none' : each === 'in' ? 'list' : 'value'
    const fresh = { span: column?.type === 'date' ? 12 : 1, none: 0, list: [], value: isFigure(column) ? 0 : '' }
    onChange({ ...test, op, value: kind(op) === kind(test.op) ? test.value : fresh[kind(op)] })
  }
  return (
    <span className={styles.part}>
      <span>其中</span>
      <Select
        style={WIDE}
        aria-label="行的哪一列"
        placeholder="选择列"
        value={test.column || undefined}
        options={asOptions(columns)}
        onChange={pick}
      />
      <Select style={{ width: 130 }} aria-label="行的比较方式" value={test.op} options={operators(column)} onChange={setOp} />
      {NO_VALUE.includes(test.op) ? null : SPAN.includes(test.op) ? (
        <NumberInput
          style={{ width: 120 }}
          min={1}
          decimals={0}
          unit={column?.type === 'date' ? '个月' : '年'}
          aria-label={column?.type === 'date' ? '几个月' : '近几年'}
          value={Number(test.value)}
          onChange={(many) => onChange({ ...test, value: many ?? 1 })}
        />
      ) : policy && test.column === 'policy' ? (
        <PolicyByCode value={String(test.value)} onChange={(value) => onChange({ ...test, value })} />
      ) : (
        <ConditionValue
          field={column}
          op={test.op === 'in' ? 'in' : 'eq'}
          value={test.value}
          onChange={(value) => onChange({ ...test, value: (value ?? '') as RowTest['value'] })}
        />
      )}
      <Button danger type="text" size="small" onClick={onRemove}>
        去掉
      </Button>
    </span>
  )
}
