import { Button } from 'antd'
import { useRef, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { sameValue } from './cascade.ts'
import css from './choosing.module.css'
import { CodeCascade } from './code-cascade.tsx'
import { addRow, canDelete, codesOf, deleteRow, repeated, rowsOf, type DomainRow } from './domain-rows.ts'
import type { ControlProps, OptionSource } from '../form/fields.ts'
import type { Option } from './options.ts'

interface Props extends ControlProps {
  source: OptionSource
  label: string
  names?: readonly string[]
  levels?: number
  /** maximum number of rows */
  limit?: number
}

/**
 * Several domains of a tree, one cascading select per row; rows can be added, and deleted when there is more than one (spec §2). Value: the
 * completely chosen codes, without duplicates; a duplicate row says so and does not count.
 */
export function DomainRowsInput({ source, label, names, levels, limit = 20, value, onChange, disabled = false, ...props }: Props) {
  const codes = Array.isArray(value) ? (value as Option['value'][]) : []
  const [rows, setRows] = useState<readonly DomainRow[]>(() => rowsOf(codes))
  const box = useRef<HTMLDivElement>(null)
  const own = codesOf(rows)
  // When the form sets other codes from outside, the rows are rebuilt.
  const same = own.length === codes.length && own.every((code, i) => sameValue(code, codes[i]))
  const shown = same ? rows : rowsOf(codes)
  const again = repeated(shown)
  const change = (next: readonly DomainRow[]) => {
    setRows(next)
    onChange?.(codesOf(next))
  }
  const remove = (key: number) => {
    change(deleteRow(shown, key))
    // The button that had the focus no longer exists.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-add]')?.focus())
  }
  return (
    <div ref={box} className={css.rows} id={props.id} role="group" aria-label={label} aria-describedby={props['aria-describedby']}>
      {shown.map((row, i) => (
        <div key={row.key} className={css.row}>
          <div className={css.rowSelect}>
            <CodeCascade
              source={source}
              label={`${label} ${i + 1}`}
              {...(names ? { names } : {})}
              {...(levels ? { levels } : {})}
              disabled={disabled}
              value={row.code}
              onChange={(code) => change(shown.map((r) => (r.key === row.key ? { ...r, code: (code ?? null) as DomainRow['code'] } : r)))}
            />
            {again.has(row.key) && (
              <p className={css.hint} role="status">
                与前面重复，不计入
              </p>
            )}
          </div>
          {!disabled && canDelete(shown) && (
            <Button danger type="text" aria-label={`${messages.remove}${label} ${i + 1}`} onClick={() => remove(row.key)}>
              {messages.remove}
            </Button>
          )}
        </div>
      ))}
      {!disabled && (
        <Button type="dashed" data-add disabled={shown.length >= limit} onClick={() => change(addRow(shown))}>
          {messages.add}
          {label}
        </Button>
      )}
    </div>
  )
}
