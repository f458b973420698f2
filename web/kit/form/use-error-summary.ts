import { useState } from 'react'
import type { SummaryLine } from './error-summary.tsx'
import { readFailure, type Failure } from '../failure.ts'

export interface Summary {
  lines: readonly SummaryLine[]
  traceId: string | null
  /** counts the tries, so that the same refusal is announced again */
  round: number
}

/**
 * State of an ErrorSummary, for forms with their own layout (RecordForm does this itself). `show()` empties the box; `refuse` fills it from
 * a thrown error: one line per field that the server names, else its message. `lineOf` gives the place of a field.
 */
export function useErrorSummary() {
  const [summary, setSummary] = useState<Summary>({ lines: [], traceId: null, round: 0 })
  const show = (lines: readonly SummaryLine[] = [], traceId: string | null = null) =>
    setSummary(({ round }) => ({ lines, traceId, round: round + 1 }))
  const refuse = (error: unknown, lineOf: (field: Failure['fields'][number]) => SummaryLine = ({ message }) => ({ message })) => {
    const { fields, message, traceId } = readFailure(error)
    show(fields.length ? fields.map(lineOf) : [{ message }], traceId)
  }
  return { summary, show, refuse }
}
