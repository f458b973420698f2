import type { ProjectTemplate } from '../../contract/declaration.ts'
import type { SummaryLine } from '../kit/form/error-summary.tsx'
import { placeOf } from './form-state.ts'

/** What is wrong with a declaration being filled in: lines of the summary, words at the fields; `round` grows with every attempt. */
export interface Errors {
  lines: SummaryLine[]
  at: Record<string, string>
  traceId: string | null
  round: number
}
export const calm: Errors = { lines: [], at: {}, traceId: null, round: 0 }

/** Faults by path become lines that lead to their fields; `general` is told when no field is named. */
export function toldOf(
  t: ProjectTemplate,
  found: readonly { path: string; message: string }[],
  general?: string,
): Pick<Errors, 'lines' | 'at'> {
  const placed = found.map(({ path, message }) => ({ place: placeOf(t, path), message }))
  const lines: SummaryLine[] = placed.map(({ place, message }) => (place ? { id: place.id, label: place.label, message } : { message }))
  if (general && lines.length === 0) lines.push({ message: general })
  return { lines, at: Object.fromEntries(placed.flatMap(({ place, message }) => (place ? [[place.id, message]] : []))) }
}
