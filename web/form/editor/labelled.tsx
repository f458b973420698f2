import { createContext, use, type ReactNode } from 'react'
import laid from '../../kit/form/labelled-grid.module.css'

/** A fault of a form's definition, at the control that mends it. */
export interface Fault {
  path: string
  message: string
}

export const FaultsContext = createContext<readonly Fault[]>([])
export const idOfPath = (path: string): string => `p-${path.replaceAll('.', '-')}`

/** A control with its label above and its error below. */
export function Labelled({
  path,
  label,
  required = false,
  wide = false,
  hint,
  children,
}: {
  path: string
  label: string
  required?: boolean
  wide?: boolean
  hint?: string
  children: (at: { id: string; 'aria-describedby': string; 'aria-invalid': boolean; status: 'error' | '' }) => ReactNode
}) {
  const fault = use(FaultsContext).find((f) => f.path === path)
  const id = idOfPath(path)
  return (
    <div className={wide ? laid.wide : undefined}>
      {/* An empty label would override the accessible name of a button. */}
      {label && (
        <label htmlFor={id} className={laid.label}>
          {required && (
            <span aria-hidden="true" className={laid.star}>
              *{' '}
            </span>
          )}
          {label}
        </label>
      )}
      {children({ id, 'aria-describedby': `${id}-wrong`, 'aria-invalid': fault !== undefined, status: fault ? 'error' : '' })}
      {hint && <p className={laid.note}>{hint}</p>}
      <p id={`${id}-wrong`} role="alert" className={laid.wrong}>
        {fault?.message}
      </p>
    </div>
  )
}
