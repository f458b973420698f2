import { Input } from 'antd'
import { useId, useState, type CSSProperties } from 'react'
import { figureText, readFigure } from './typed-figure.ts'
import { useUploadGate } from '../upload/upload-gate.ts'

interface Props {
  id?: string
  /** a number; null, undefined or '' where nothing was typed; NaN for what is no number */
  value: unknown
  /** NaN for text that is no number: no schema takes it, so a wrong figure is never sent as none */
  onChange(value: number | null): void
  /** how a refusal begins; the accessible name unless told */
  what?: string | undefined
  min?: number
  max?: number
  /** at most so many decimals */
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
 * A figure as it is typed. One that is wrong stays as it is with the reason below, instead of being bent into its bounds or vanishing, and the
 * form around it is not sent. Where the form names the fault itself (`aria-invalid`), it is not said twice.
 */
export function NumberInput({ value, onChange, what, min, max, decimals = 6, unit, prefix, style, status, onBlur, ...props }: Props) {
  const own = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const name = what ?? props['aria-label'] ?? '数值'
  const bounds = { what: name, min: min ?? -1e15, max: max ?? null, decimals, unit: unit ? ` ${unit}` : '' }
  const given = value === '' || value === undefined || value === null ? null : Number(value)
  // What came from elsewhere (another version, a reset) replaces what was typed.
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
