import { Input } from 'antd'
import { useId, useState, type CSSProperties } from 'react'
import { figureText, readFigure } from './typed-figure.ts'
import { useUploadGate } from '../upload/upload-gate.ts'

interface Props {
  id?: string
  /** a number; null, undefined or '' when nothing was typed; NaN for invalid text */
  value: unknown
  /** NaN for invalid text: no schema accepts it, so a wrong figure is never sent as "none" */
  onChange(value: number | null): void
  /** subject of the error message; default: the accessible name */
  what?: string | undefined
  min?: number
  max?: number
  /** maximum number of decimals */
  decimals?: number
  unit?: string | undefined
  prefix?: string
  placeholder?: string
  disabled?: boolean
  style?: CSSProperties
  status?: 'error' | ''
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/**
 * A typed figure. A wrong one stays as typed with the reason below, instead of being clamped or removed, and the form is not sent. When the
 * form shows the error itself (`aria-invalid`), it is not repeated.
 */
export function NumberInput({ value, onChange, what, min, max, decimals = 6, unit, prefix, style, status, onBlur, ...props }: Props) {
  const own = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const name = what ?? props['aria-label'] ?? '数值'
  const bounds = { what: name, min: min ?? -1e15, max: max ?? null, decimals, unit: unit ? ` ${unit}` : '' }
  const given = value === '' || value === undefined || value === null ? null : Number(value)
  // A value from outside (another version, a reset) replaces the typed text.
  const text = typed !== null && Object.is(readFigure(typed, bounds).value, given) ? typed : figureText(given)
  const { fault } = readFigure(text, bounds)
  useUploadGate(own, fault)
  const told = props['aria-invalid'] === true
  return (
    <span style={{ display: 'inline-block', verticalAlign: 'top', ...style }}>
      <Input
        {...props}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        maxLength={20}
        value={text}
        status={status || (fault && left && !told ? 'error' : '')}
        aria-invalid={told || (fault !== null && left)}
        aria-describedby={[props['aria-describedby'], own].filter(Boolean).join(' ')}
        onChange={(e) => {
          setTyped(e.target.value)
          onChange(readFigure(e.target.value, bounds).value)
        }}
        onBlur={() => {
          setLeft(true)
          if (!fault) setTyped(null)
          onBlur?.()
        }}
        {...(prefix ? { prefix } : {})}
        {...(unit ? { suffix: unit } : {})}
      />
      <span id={own} role="alert" style={{ display: 'block', color: 'var(--error)' }}>
        {left && !told && fault}
      </span>
    </span>
  )
}
