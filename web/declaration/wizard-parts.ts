import type { ProjectTemplate } from '../../contract/declaration.ts'
import type { FormData, FormFault } from '../../contract/declaration/form-rules.ts'
import { CHECK, MATERIALS, partState, type Attached } from './form-state.ts'
import type { Part } from './task-list.tsx'

/** The task list of a form: its sections, its materials (with how many are there), the last check. */
export function partsOf(t: ProjectTemplate, faults: readonly FormFault[], data: FormData, files: Attached): Part[] {
  const sections = t.sections.map(({ key, title, fields }) => ({
    key,
    title,
    state: partState(
      faults,
      fields.map((f) => `formData.${f.key}`),
      fields.filter((f) => data[f.key] !== undefined).length,
    ),
  }))
  const attached = t.materials.filter((m) => files[m.key]?.length).length
  const materials = {
    key: MATERIALS,
    title: `申报材料 ${attached}/${t.materials.length}`,
    state: partState(
      faults,
      t.materials.map((m) => `files.${m.key}`),
      attached,
    ),
  }
  const check = { key: CHECK, title: '核对并提交', state: faults.length === 0 ? ('ready' as const) : ('waiting' as const) }
  return [...sections, ...(t.materials.length ? [materials] : []), check]
}
