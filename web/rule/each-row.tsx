import { Button, Select } from 'antd'
import { isFigure, type Choose, type Fields } from './choose.ts'
import { formulaOfShape, freshShape } from './computed-shapes.ts'
import type { FieldChoice } from './condition.ts'
import { NumberInput } from '../kit/form/number-input.tsx'
import { RowShares } from './row-shares.tsx'
import type { RowShape } from './row-shapes.ts'
import styles from './condition-editor.module.css'

const asOptions = (of: readonly FieldChoice[]) => of.map((f) => ({ value: f.key, label: f.label }))
const FRESH = formulaOfShape(freshShape('graded'))

const without = <K extends keyof RowShape>(rows: RowShape, key: K): RowShape => {
  const { [key]: _, ...rest } = rows
  return rest as RowShape
}

/** The value of each row in a sum: column × another column × share, with a maximum; and the number of rows. */
export function EachRow({
  rows,
  columns,
  inRow,
  choose,
  onChange,
}: {
  rows: RowShape
  columns: readonly FieldChoice[]
  /** the fields for a calculation over a row */
  inRow: Fields
  choose: Choose
  onChange(next: RowShape): void
}) {
  const put = (key: 'share' | 'most' | 'top', value: number | null) =>
    onChange(value === null ? without(rows, key) : { ...rows, [key]: value })
  const percent = rows.share === undefined ? null : Math.round(rows.share * 1e6) / 1e4
  const top = rows.name === 'rowsTop' && (
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
  )
  const kept = {
    list: rows.list,
    name: rows.name,
    tests: rows.tests,
    ...(rows.top ? { top: rows.top } : {}),
  }
  if (rows.each !== undefined)
    return (
      <span className={styles.part} role="group" aria-label="每行怎样计">
        <span>每行计</span>
        {choose({
          value: rows.each,
          label: '每行计什么',
          fields: inRow,
          inRow: true,
          onChange: (each) => onChange({ ...kept, column: '', each }),
        })}
        <Button danger type="text" size="small" onClick={() => onChange({ ...kept, column: '' })}>
          只取一列
        </Button>
        {top}
      </span>
    )
  return (
    <>
      <Button size="small" disabled={columns.length === 0} onClick={() => onChange({ ...kept, column: '', each: FRESH })}>
        每行另外计算（分档、按选项…）
      </Button>
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
      {top}
    </>
  )
}
