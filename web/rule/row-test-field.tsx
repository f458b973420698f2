import { Button, Select } from 'antd'
import { isComputed } from '../../contract/rule/vocabulary.ts'
import { isFigure, type Choose, type Fields } from './choose.ts'
import { formulaOfShape, freshShape } from './computed-shapes.ts'
import type { FieldChoice } from './condition.ts'
import { ConditionValue } from './condition-value.tsx'
import { NumberInput } from '../kit/form/number-input.tsx'
import { PolicyByCode } from '../kit/choose/policy-by-code.tsx'
import type { RowTest } from './row-shapes.ts'
import { subjectOf } from './subject.ts'

import styles from './condition-editor.module.css'

const WIDE = { width: 200, maxWidth: '100%' } as const
const COMPUTED = ':computed'
const FRESH = formulaOfShape(freshShape('months'))
const sides = [
  { value: 'value', label: '数值' },
  { value: 'other', label: '另一项' },
]
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
/** Conditions in months or years before the day of judging. */
const SPAN: readonly RowTest['op'][] = ['recent', 'full']
const ORDERED: readonly RowTest['op'][] = ['>=', '<=', '>', '<', '==', '!=']
const NO_VALUE: readonly RowTest['op'][] = ['lastYear', 'thisYear']
const isYear = (f: FieldChoice | undefined) => f?.unit === '年' && f.type === 'integer'
function operators(column: FieldChoice | undefined) {
  if (column?.type === 'date') return [...BY_DATE, ...ORDER]
  if (isFigure(column)) return [...ORDER, ...EQUAL, ...(isYear(column) ? [RECENT, ...BY_YEAR] : [])]
  return column?.type === 'boolean' ? EQUAL.slice(0, 1) : column?.options ? [...EQUAL, AMONG] : EQUAL
}

/** Which rows count: the conditions on columns or on calculations over a row. */
export function RowTestField({
  test,
  columns,
  inRow,
  choose,
  policy,
  onChange,
  onRemove,
}: {
  test: RowTest
  columns: readonly FieldChoice[]
  inRow: Fields
  choose: Choose
  policy: boolean
  onChange(next: RowTest): void
  onRemove(): void
}) {
  const calculated = isComputed(test.column)
  const column = calculated ? subjectOf(inRow, test.column) : columns.find((c) => c.key === test.column)
  const others = [...inRow.values()].filter((f) => f.type === 'date' && f.key !== test.column)
  const isOrdered = ORDERED.includes(test.op) && (isFigure(column) || column?.type === 'date')
  const pick = (key: string) => {
    if (key === COMPUTED) return onChange({ column: FRESH, op: '>=', value: 12 })
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
    const { other, ...plain } = test
    if (other !== undefined && ORDERED.includes(op)) return onChange({ ...test, op })
    const fresh = { span: column?.type === 'date' ? 12 : 1, none: 0, list: [], value: isFigure(column) ? 0 : '' }
    onChange({ ...plain, op, value: other === undefined && kind(op) === kind(test.op) ? test.value : fresh[kind(op)] })
  }
  return (
    <span className={styles.part}>
      <span>其中</span>
      <Select
        style={WIDE}
        aria-label="行的哪一列"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="选择列"
        value={calculated ? COMPUTED : test.column || undefined}
        options={[...columns.map((f) => ({ value: f.key, label: f.label })), { value: COMPUTED, label: '由这一行算出的数' }]}
        onChange={pick}
      />
      {calculated
        && choose({
          value: test.column,
          label: '算出什么',
          fields: inRow,
          inRow: true,
          onChange: (key) => onChange({ ...test, column: key, ...(isComputed(key) ? {} : { op: '>=' }) }),
        })}
      <Select style={{ width: 130 }} aria-label="行的比较方式" value={test.op} options={operators(column)} onChange={setOp} />
      {isOrdered && (
        <Select
          style={{ width: 100 }}
          aria-label="行与什么比较"
          value={test.other === undefined ? 'value' : 'other'}
          options={column?.type === 'date' ? [{ value: 'value', label: '日期' }, sides[1]!] : sides}
          onChange={(side) => {
            const { other: _, ...rest } = test
            onChange(side === 'other' ? { ...rest, value: 0, other: '' } : { ...rest, value: column?.type === 'date' ? '' : 0 })
          }}
        />
      )}
      {test.other !== undefined ? (
        column?.type === 'date' ? (
          <Select
            style={WIDE}
            aria-label="与哪个日期比较"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="选择日期"
            value={test.other || undefined}
            options={others.map((f) => ({ value: f.key, label: f.label }))}
            onChange={(other: string) => onChange({ ...test, other })}
          />
        ) : (
          choose({
            value: test.other,
            label: '与哪一项比较',
            fields: inRow,
            inRow: true,
            onChange: (other) => onChange({ ...test, other }),
          })
        )
      ) : NO_VALUE.includes(test.op) ? null : SPAN.includes(test.op) ? (
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
