import { useId, type ReactNode } from 'react'

interface Aria {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A field of a public page (no antd): label above, error below, both linked for screen readers. */
export function Labelled({ label, fault, children }: { label: string; fault: string | undefined; children(aria: Aria): ReactNode }) {
  const id = useId()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': fault === undefined ? undefined : `${id}-fault` })}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
