import { useState } from 'react'
import type { SummaryLine } from './error-summary.tsx'
import { readFailure, type Failure } from '../failure.ts'
import { useLoggedInAgain } from './shown-failure.ts'

export interface Summary {
  lines: readonly SummaryLine[]
  traceId: string | null
  /** counts the tries, so that the same refusal is announced again */
  round: number
  /** the session has ended; nothing of it is shown any more after another log-in */
  sessionEnded: boolean
}

/**
 * State of an ErrorSummary, for forms with their own layout (RecordForm does this itself). `show()` empties the box; `refuse` fills it from
 * a thrown error: one line per field that the server names, else its message. `lineOf` gives the place of a field.
 */
export function useErrorSummary() {
  const [summary, setSummary] = useState<Summary>({ lines: [], traceId: null, round: 0, sessionEnded: false })
  const show = (lines: readonly SummaryLine[] = [], traceId: string | null = null, sessionEnded = false) =>
    setSummary(({ round }) => ({ lines, traceId, round: round + 1, sessionEnded }))
  useLoggedInAgain(() => {
    if (summary.sessionEnded) show()
  })
  const refuse = (error: unknown, lineOf: (field: Failure['fields'][number]) => SummaryLine = ({ message }) => ({ message })) => {
    const { fields, message, traceId, sessionEnded } = readFailure(error)
    show(fields.length ? fields.map(lineOf) : [{ message }], traceId, sessionEnded)
  }
  /** These fields have no error any more. The other lines stay, and nothing is announced as a new refusal. */
  const corrected = (ids: readonly string[]) =>
    setSummary((now) => {
      const lines = now.lines.filter(({ id }) => id === undefined || !ids.includes(id))
      return lines.length === now.lines.length ? now : { ...now, lines }
    })
  return { summary, show, refuse, corrected }
}
