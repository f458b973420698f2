import { Button, Select } from 'antd'
import { rowFunctions, type RowFunction } from '../../contract/rule/rows.ts'
import { market } from '../../contract/policy.ts'
import { call } from '../api.ts'
import type { FieldChoice } from './condition.ts'
import { ConditionValue } from './condition-value.tsx'
import { FallsSelect } from './falls-select.tsx'
import { NumberInput } from './number-input.tsx'
import type { RowShape, RowTest } from './row-shapes.ts'
import styles from './condition-editor.module.css'

const WIDE = { width: 200, maxWidth: '100%' } as const
const asOptions = (of: readonly FieldChoice[]) => of.map((f) => ({ value: f.key, label: f.label }))
const isFigure = (f: FieldChoice | undefined) => f?.type === 'number' || f?.type === 'integer'

/** Over which list, what is counted of it, and which rows count; no formula has to be written. */
export function RowsField({
  rows,
  fields,
  onChange,
}: {
  rows: RowShape
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: RowShape): void
}) {
  const columns = fields.get(rows.list)?.columns ?? []
  const counted = columns.filter((c) =>
    rows.name === 'rowsSum' ? isFigure(c) : rows.name === 'rowsDistinct' || isFigure(c) || c.type === 'date',
  )
  const change = (next: Partial<RowShape>) => onChange({ ...rows, ...next })
  return (
    <>
      <Select
        style={WIDE}
        aria-label="清单"
        placeholder="选择清单"
        value={rows.list || undefined}
        options={asOptions([...fields.values()].filter((f) => f.type === 'rows'))}
        onChange={(list: string) => change({ list, column: '', tests: [] })}
      />
      <Select
        style={{ width: 150 }}
        aria-label="怎样统计"
        value={rows.name}
        options={Object.entries(rowFunctions).map(([value, label]) => ({ value, label }))}
        onChange={(name: RowFunction) => change({ name, column: '' })}
      />
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
const isYear = (f: FieldChoice | undefined) => f?.unit === '年' && f.type === 'integer'
function operators(column: FieldChoice | undefined) {
  if (column?.type === 'date') return [RECENT, ...ORDER]
  if (isFigure(column)) return [...ORDER, ...EQUAL, ...(isYear(column) ? [RECENT] : [])]
  return column?.type === 'boolean' ? EQUAL.slice(0, 1) : EQUAL
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
      value: date ? 1 : next?.type === 'boolean' ? true : isFigure(next) ? 0 : '',
      ...(date ? { date } : {}),
    })
  }
  const setOp = (op: RowTest['op']) => {
    const recent = op === 'recent'
    const value = recent === (test.op === 'recent') ? test.value : recent ? 1 : column?.type === 'date' ? '' : 0
    onChange({ ...test, op, value })
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
      <Select style={{ width: 110 }} aria-label="行的比较方式" value={test.op} options={operators(column)} onChange={setOp} />
      {test.op === 'recent' ? (
        <NumberInput
          style={{ width: 110 }}
          min={1}
          decimals={0}
          unit="年"
          aria-label="近几年"
          value={Number(test.value)}
          onChange={(years) => onChange({ ...test, value: years ?? 1 })}
        />
      ) : policy && test.column === 'policy' ? (
        <PolicyByCode value={String(test.value)} onChange={(value) => onChange({ ...test, value })} />
      ) : (
        <ConditionValue
          field={column}
          op="eq"
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

/** A policy found by its title; the value is its code, as rows of what was received name it. */
function PolicyByCode({ value, onChange }: { value: string; onChange(code: string): void }) {
  return (
    <FallsSelect
      label="政策"
      placeholder="输入政策标题查找"
      value={value || undefined}
      {...(value ? { chosen: { label: value, value } } : {})}
      onChange={(code) => onChange(String(code ?? ''))}
      load={async ({ search, page, pageSize }) => {
        const found = await call(market.list, { query: { policyTitle: search, page, pageSize } }, { silent: true })
        return { list: found.list.map((p) => ({ label: p.policyTitle, value: p.code })), count: found.total }
      }}
    />
  )
}
