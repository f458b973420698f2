import type { Failure } from '../failure.ts'

/** The server's error of one field, below its control. */
export function FieldFault({ failure, path }: { failure: Failure | null; path: string }) {
  const said = failure?.fields.find((f) => f.path === path)?.message
  return (
    said && (
      <p role="alert" style={{ color: 'var(--error)', margin: '4px 0 0' }}>
        {said}
      </p>
    )
  )
}
