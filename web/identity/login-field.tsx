import type { ReactNode } from 'react'
import styles from './login.module.css'

interface FieldProps {
  name: string
  value?: string | undefined
  label: string
  fault?: string | undefined
  type?: string
  inputMode?: 'numeric' | 'tel'
  autoComplete: string
  maxLength: number
  /** stands behind the input: a button that belongs to it */
  children?: ReactNode
}

/** One input of the log-in and of the account, with what is wrong below it. */
export function LoginField({ name, value, label, fault, type = 'text', inputMode, autoComplete, maxLength, children }: FieldProps) {
  const input = (
    <input
      id={`login-${name}`}
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
      aria-describedby={fault ? `login-${name}-fault` : undefined}
    />
  )
  return (
    <div className={styles.field}>
      <label className="field-label" htmlFor={`login-${name}`}>
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
        <p id={`login-${name}-fault`} className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
