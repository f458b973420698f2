import { Button, Segmented, Select } from 'antd'
import { Fragment } from 'react'
import { rowFunctions, type RowFunction } from '../../contract/rule/rows.ts'
import { isFigure, type Choose, type Fields } from './choose.ts'
import type { FieldChoice } from './condition.ts'
import { EachRow } from './each-row.tsx'
import { isSum, type RowShape, type RowTest } from './row-shapes.ts'
import { RowTestField } from './row-test-field.tsx'

const WIDE = { width: 200, maxWidth: '100%' } as const
const asOptions = (of: readonly FieldChoice[]) => of.map((f) => ({ value: f.key, label: f.label }))
/** “且” binds the conditions up to the next “或”. */
const joints = [
  { value: 'and', label: '且' },
  { value: 'or', label: '或' },
]
/** The first condition has no “或” before it. */
const led = ([first, ...rest]: readonly RowTest[]): RowTest[] => {
  const { or: _, ...test } = first ?? { column: '', op: '==' as const, value: '' }
  return first ? [test, ...rest] : []
}

/** Chooses a list, what is counted of it, and which rows count; no formula needs to be written. `summed`: only sums can be chosen. */
export function RowsField({
  rows,
  fields,
  summed = false,
  choose,
  onChange,
}: {
  rows: RowShape
  fields: Fields
  summed?: boolean
  choose: Choose
  onChange(next: RowShape): void
}) {
  const columns = fields.get(rows.list)?.columns ?? []
  const inRow = rowFields(fields, columns)
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
      {rows.name !== 'rowsCount' && rows.each === undefined && (
        <Select
          style={WIDE}
          aria-label="统计哪一列"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择列"
          value={rows.column || undefined}
          options={asOptions(counted)}
          onChange={(column: string) => change({ column })}
        />
      )}
      {isSum(rows.name) && <EachRow rows={rows} columns={columns} inRow={inRow} choose={choose} onChange={onChange} />}
      {rows.tests.map((test, i) => (
        <Fragment key={i}>
          {i > 0 && (
            <Segmented
              size="small"
              aria-label={`第 ${i + 1} 项要求与前面的关系`}
              value={test.or ? 'or' : 'and'}
              options={joints}
              onChange={(joint) => {
                const { or: _, ...rest } = test
                change({ tests: rows.tests.with(i, joint === 'or' ? { ...rest, or: true } : rest) })
              }}
            />
          )}
          <RowTestField
            test={test}
            columns={columns}
            inRow={inRow}
            choose={choose}
            policy={rows.list === 'support'}
            onChange={(next) => change({ tests: rows.tests.with(i, { ...next, ...(test.or ? { or: true as const } : {}) }) })}
            onRemove={() => change({ tests: led(rows.tests.toSpliced(i, 1)) })}
          />
        </Fragment>
      ))}
      {rows.tests.some(({ or }) => or) && rows.tests.some(({ or }, i) => i > 0 && !or) && (
        <span className="meta">先看“且”：“且”连着的几项都满足，或者“或”后面的另一种情况满足</span>
      )}
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

/** The fields for a calculation over a row: its columns first, then figures, dates and choices of the company. */
function rowFields(fields: Fields, columns: readonly FieldChoice[]): Fields {
  const own = columns.map((column): [string, FieldChoice] => [column.key, { ...column, group: '本行' }])
  const named = new Set(columns.map(({ label }) => label))
  const others = [...fields].flatMap(([key, field]): [string, FieldChoice][] =>
    field.type === 'rows' || field.type === 'score'
      ? []
      : [[key, named.has(field.label) ? { ...field, label: `本企业的${field.label}` } : field]],
  )
  return new Map([...own, ...others.filter(([key]) => !columns.some((column) => column.key === key))])
}
