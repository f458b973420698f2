import type { ProjectTemplate } from '../../contract/declaration.ts'
import type { SummaryLine } from '../kit/form/error-summary.tsx'
import type { FormFault } from '../../contract/form/rules.ts'
import { materialId, placeOf } from '../form/index.ts'

/** The errors of a declaration being filled in: summary lines and field messages; `round` grows with every attempt. */
export interface Errors {
  lines: SummaryLine[]
  at: Record<string, string>
  traceId: string | null
  round: number
}
export const calm: Errors = { lines: [], at: {}, traceId: null, round: 0 }

/** id of the checkbox, so that an error can link to it */
export const PROMISE = 'declare-promise'

/**
 * Everything that prevents sending, reported at once. For a file that is still uploading (`sending`, by material id), this replaces the
 * error that it is missing.
 */
export function hindrances(
  t: ProjectTemplate,
  faults: readonly FormFault[],
  sending: ReadonlyMap<string, string>,
  promised: boolean,
): { path: string; message: string }[] {
  const underway = t.materials.flatMap((m) => {
    const message = sending.get(materialId(m))
    return message === undefined ? [] : [{ path: `files.${m.key}`, message }]
  })
  const paths = new Set(underway.map(({ path }) => path))
  const known = new Set(t.materials.map(materialId))
  const others = [...sending].flatMap(([id, message]) => (known.has(id) ? [] : [{ path: '', message }]))
  return [
    ...faults.filter(({ path }) => !paths.has(path)),
    ...underway,
    ...others,
    ...(promised ? [] : [{ path: PROMISE, message: '请先勾选承诺' }]),
  ]
}

/** Converts errors by path into lines that link to their fields; `general` is shown when no field is named. */
export function toldOf(
  t: ProjectTemplate,
  found: readonly { path: string; message: string }[],
  general?: string,
): Pick<Errors, 'lines' | 'at'> {
  const placed = found.map(({ path, message }) => ({ place: path === PROMISE ? { id: PROMISE } : named(placeOf(t, path)), message }))
  const lines: SummaryLine[] = placed.map(({ place, message }) => (place ? { ...place, message } : { message }))
  if (general && lines.length === 0) lines.push({ message: general })
  return { lines, at: Object.fromEntries(placed.flatMap(({ place, message }) => (place ? [[place.id, message]] : []))) }
}
const named = (place: ReturnType<typeof placeOf>) => place && { id: place.id, label: place.label }
