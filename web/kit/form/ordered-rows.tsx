import { Button, Input, Select, Switch } from 'antd'
import { useRef, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { Icon } from '../icons.tsx'
import { NumberInput } from './number-input.tsx'
import css from './ordered-rows.module.css'
import tableCss from './unit-table.module.css'

/** One column: its input, and the message when it must not be empty. */
export interface RowColumn<Row> {
  key: keyof Row & string
  label: string
  kind?: 'text' | 'longText' | 'number' | 'yesNo' | 'select'
  /** the choices of a select */
  options?: readonly { value: string; label: string }[]
  maxLength?: number
  required?: string
  /** behind a number */
  unit?: string
  placeholder?: string
  width?: number
}

/**
 * Rows of a record as an editable table: rows can be moved, removed and restored. `faults[i]` is the error of row i. An empty required cell
 * shows its error once it is left, and all show theirs after the form was refused (`invalid`).
 */
export function OrderedRows<Row extends object>({
  rows,
  columns,
  fresh,
  label,
  addText,
  max,
  onChange,
  id,
  invalid = false,
  faults = [],
}: {
  rows: readonly Row[]
  columns: readonly RowColumn<Row>[]
  fresh: Row
  label: string
  addText: string
  max: number
  onChange(rows: Row[]): void
  id?: string | undefined
  invalid?: boolean
  faults?: readonly (string | undefined)[]
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<{ row: Row; at: number } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const focusLater = (selector: string) => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
  const set = (i: number, key: string, value: unknown) => onChange(rows.with(i, { ...rows[i]!, [key]: value }))
  const move = (i: number, to: number) => {
    onChange(rows.toSpliced(i, 1).toSpliced(to, 0, rows[i]!))
    setLeft(new Set())
  }
  const emptyFault = (row: Row, i: number, c: RowColumn<Row>) =>
    c.required && (invalid || left.has(`${i}.${c.key}`)) && !/\S/.test(String(row[c.key] ?? '')) ? c.required : null
  return (
    <div ref={box} id={id} tabIndex={id ? -1 : undefined} className={tableCss.box} role="group" aria-label={label}>
      {rows.length > 0 && (
        <table className={tableCss.table}>
          <Head columns={columns} />
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {columns.map((c) => (
                  <td key={c.key} data-label={c.label}>
                    <div>
                      <RowCell
                        column={c}
                        value={row[c.key]}
                        name={`${label}第 ${i + 1} 行${c.label}`}
                        at={`${i}.${c.key}`}
                        isWrong={emptyFault(row, i, c) !== null}
                        onChange={(value) => set(i, c.key, value)}
                        onLeave={() => setLeft((now) => new Set(now).add(`${i}.${c.key}`))}
                      />
                      {emptyFault(row, i, c) && (
                        <p role="alert" className={tableCss.fault}>
                          {emptyFault(row, i, c)}
                        </p>
                      )}
                      {c === columns[0] && faults[i] && (
                        <p role="alert" className={tableCss.fault}>
                          {faults[i]}
                        </p>
                      )}
                    </div>
                  </td>
                ))}
                <td className={`${tableCss.tools} ${css.tools}`} data-label="操作">
                  <RowTools
                    name={`${label}第 ${i + 1} 行`}
                    onUp={i === 0 ? null : () => move(i, i - 1)}
                    onDown={i === rows.length - 1 ? null : () => move(i, i + 1)}
                    onRemove={() => {
                      setTaken({ row, at: i })
                      setLeft(new Set())
                      onChange(rows.toSpliced(i, 1))
                      focusLater('[data-add]')
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={tableCss.foot}>
        <Button
          size="small"
          data-add
          icon={<Icon name="plus" />}
          disabled={rows.length >= max}
          onClick={() => {
            onChange([...rows, { ...fresh }])
            focusLater(`[data-cell="${rows.length}.${columns[0]!.key}"]`)
          }}
        >
          {addText}
        </Button>
        {taken && (
          <Button
            size="small"
            onClick={() => {
              onChange(rows.toSpliced(taken.at, 0, taken.row))
              setTaken(null)
            }}
          >
            恢复刚删除的一行
          </Button>
        )}
        {rows.length >= max && <span className={tableCss.note}>最多 {max} 行</span>}
      </p>
    </div>
  )
}

const Head = ({ columns }: { columns: readonly { key: string; label: string; width?: number }[] }) => (
  <thead>
    <tr>
      {columns.map((c) => (
        <th key={c.key} scope="col" style={c.width ? { width: c.width } : {}}>
          {c.label}
        </th>
      ))}
      <th scope="col" className={css.tools}>
        操作
      </th>
    </tr>
  </thead>
)

interface CellProps {
  column: Pick<RowColumn<object>, 'kind' | 'options' | 'maxLength' | 'unit' | 'placeholder'>
  value: unknown
  name: string
  /** its position, for the focus */
  at: string
  isWrong: boolean
  onChange(value: unknown): void
  onLeave(): void
}
/** One cell with the input of its column. */
function RowCell({ column: c, value, name, at, isWrong, onChange, onLeave }: CellProps) {
  const shared = {
    'aria-label': name,
    'data-cell': at,
    onBlur: onLeave,
    ...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {}),
    ...(c.placeholder ? { placeholder: c.placeholder } : {}),
  }
  const text = (value as string | null | undefined) ?? ''
  if (c.kind === 'yesNo') return <Switch checked={value === true} aria-label={name} onChange={onChange} />
  if (c.kind === 'select')
    return <Select {...shared} style={{ width: '100%' }} value={value as string} options={[...(c.options ?? [])]} onChange={onChange} />
  if (c.kind === 'number')
    return (
      <NumberInput
        {...shared}
        style={{ width: '100%' }}
        value={typeof value === 'number' ? value : null}
        unit={c.unit}
        onChange={onChange}
      />
    )
  if (c.kind === 'longText')
    return (
      <Input.TextArea
        {...shared}
        autoSize={{ minRows: 1, maxRows: 6 }}
        value={text}
        maxLength={c.maxLength ?? 300}
        onChange={(e) => onChange(e.target.value)}
      />
    )
  return <Input {...shared} value={text} maxLength={c.maxLength ?? 200} onChange={(e) => onChange(e.target.value)} />
}

interface ToolsProps {
  name: string
  /** null: it is the first row */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove(): void
}
function RowTools({ name, onUp, onDown, onRemove }: ToolsProps) {
  return (
    <>
      <Button size="small" type="text" icon={<Icon name="up" />} aria-label={`上移${name}`} disabled={!onUp} onClick={() => onUp?.()} />
      <Button
        size="small"
        type="text"
        icon={<Icon name="down" />}
        aria-label={`下移${name}`}
        disabled={!onDown}
        onClick={() => onDown?.()}
      />
      <Button size="small" type="link" danger aria-label={`${messages.remove}${name}`} onClick={onRemove}>
        {messages.remove}
      </Button>
    </>
  )
}
