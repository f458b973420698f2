import type { DeclarationDetail, ProjectTemplate } from '../../contract/declaration.ts'
import type { FormData, FormFault } from '../../contract/form/rules.ts'
import type { Worked } from '../../contract/form/values.ts'
import { CHECK, MATERIALS, partState, placeOf, type Attached } from '../form/index.ts'
import type { Part } from './task-list.tsx'

/** The task list of a form: its sections, its materials (with their number), the final check. */
export function partsOf(t: ProjectTemplate, faults: readonly FormFault[], data: FormData, files: Attached, { hidden }: Worked): Part[] {
  const shown = t.sections.filter((s) => !hidden.has(`section.${s.key}`))
  const wanted = t.materials.filter((m) => !hidden.has(`files.${m.key}`))
  const sections = shown.map(({ key, title, fields }) => ({
    key,
    title,
    state: partState(
      faults,
      fields.map((f) => `formData.${f.key}`),
      fields.filter((f) => data[f.key] !== undefined).length,
    ),
  }))
  const attached = wanted.filter((m) => files[m.key]?.length).length
  const materials = {
    key: MATERIALS,
    title: `申报材料 ${attached}/${wanted.length}`,
    state: partState(
      faults,
      wanted.map((m) => `files.${m.key}`),
      attached,
    ),
  }
  const check = { key: CHECK, title: '核对并提交', state: faults.length === 0 ? ('ready' as const) : ('waiting' as const) }
  return [...sections, ...(wanted.length ? [materials] : []), check]
}

/** The version of a draft that was opened and not typed into: created, then filled from the archive. */
const OPENED = 2

/**
 * The part at which a draft continues that was typed into before: the first one that lacks something, or the check. A new draft, which
 * contains only what the archive knows, begins at its first part.
 */
export function continuesAt(
  { version, unlocked }: Pick<DeclarationDetail, 'version' | 'unlocked'>,
  t: ProjectTemplate,
  faults: readonly FormFault[],
): string | undefined {
  if (version <= OPENED || unlocked !== null) return undefined
  if (faults.length === 0) return CHECK
  // Faults come by kind (wrong values, calculations, blanks, rows), not in the order of the parts.
  const lacking = new Set(faults.map(({ path }) => placeOf(t, path)?.part))
  return [...t.sections.map(({ key }) => key), MATERIALS].find((part) => lacking.has(part))
}
