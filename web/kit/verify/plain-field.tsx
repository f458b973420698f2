import type { ReactNode } from 'react'
import styles from './verify.module.css'

interface FieldProps {
  name: string
  value?: string | undefined
  label: string
  fault?: string | undefined
  type?: string
  inputMode?: 'numeric' | 'tel'
  autoComplete: string
  maxLength: number
  /** a button behind the input */
  children?: ReactNode
}

/** One input without antd, with its error below: for log-in, account and verification. */
export function PlainField({ name, value, label, fault, type = 'text', inputMode, autoComplete, maxLength, children }: FieldProps) {
  const input = (
    <input
      id={`plain-${name}`}
      name={name}
      defaultValue={value}
      type={type}
      inputMode={inputMode}
      className="field"
      autoComplete={autoComplete}
      maxLength={maxLength}
      spellCheck={false}
      autoCapitalize="none"
      aria-invalid={fault ? true : undefined}
      aria-describedby={fault ? `plain-${name}-fault` : undefined}
    />
  )
  return (
    <div className={styles.field}>
      <label className="field-label" htmlFor={`plain-${name}`}>
        {label}
      </label>
      {children ? (
        <div className={styles.beside}>
          {input}
          {children}
        </div>
      ) : (
        input
      )}
      {fault && (
        <p id={`plain-${name}-fault`} className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
