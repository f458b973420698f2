import { Button, Select } from 'antd'
import type { FieldChoice } from './condition.ts'
import { NumberInput } from '../kit/form/number-input.tsx'
import type { RowShape } from './row-shapes.ts'
import styles from './condition-editor.module.css'

/** 按选项计不同比例: the percentage of a row that counts, by the value of one of its choice columns. */
export function RowShares({
  rows,
  columns,
  onChange,
}: {
  rows: RowShape
  columns: readonly FieldChoice[]
  onChange(next: RowShape): void
}) {
  const choices = columns.filter((c) => c.type === 'enum' && c.options?.length)
  const { by, ...rest } = rows
  if (choices.length === 0) return null
  if (!by)
    return (
      <Button size="small" onClick={() => onChange({ ...rows, by: { column: '', shares: {} } })}>
        按选项计不同比例
      </Button>
    )
  const options = choices.find((c) => c.key === by.column)?.options ?? []
  return (
    <span className={styles.part} role="group" aria-label="按选项计不同比例">
      <Select
        style={{ width: 180, maxWidth: '100%' }}
        aria-label="按哪一列的选项"
        placeholder="按哪一列的选项"
        value={by.column || undefined}
        options={choices.map((c) => ({ value: c.key, label: c.label }))}
        onChange={(column: string) =>
          onChange({
            ...rows,
            by: { column, shares: Object.fromEntries((choices.find((c) => c.key === column)?.options ?? []).map((o) => [o.value, 100])) },
          })
        }
      />
      {options.map(({ value, label }) => (
        <NumberInput
          key={value}
          style={{ width: 160 }}
          min={0}
          prefix={label}
          unit="%"
          aria-label={`${label}计百分之几`}
          value={by.shares[value] ?? 0}
          onChange={(v) => onChange({ ...rows, by: { ...by, shares: { ...by.shares, [value]: v ?? 0 } } })}
        />
      ))}
      <Button danger type="text" size="small" onClick={() => onChange(rest)}>
        不分选项
      </Button>
    </span>
  )
}
