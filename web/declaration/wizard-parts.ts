import type { ProjectTemplate } from '../../contract/declaration.ts'
import type { FormData, FormFault } from '../../contract/form/rules.ts'
import type { Worked } from '../../contract/form/values.ts'
import { CHECK, MATERIALS, partState, type Attached } from '../form/index.ts'
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
