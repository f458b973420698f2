import type { ProjectTemplate } from '../../../contract/declaration.ts'

export interface Place {
  path: string
  label: string
  group: string
}

/** Every field and material that can be sent back, in the order of the form. */
export const placesOf = (template: Pick<ProjectTemplate, 'sections' | 'materials'>): Place[] => [
  ...template.sections.flatMap((s) => s.fields.map((f) => ({ path: `form.${f.key}`, label: f.label, group: s.title }))),
  ...template.materials.map((m) => ({ path: `files.${m.key}`, label: m.name, group: '申报材料' })),
]

/** The chosen places with what must be corrected; a place without a text is an error. */
export function correctionFaults(
  chosen: Readonly<Record<string, string>>,
  reason: string,
): { reason?: string; choice?: string; fields: Record<string, string> } {
  const fields = Object.fromEntries(
    Object.entries(chosen)
      .filter(([, message]) => !message.trim())
      .map(([path]) => [path, '请说明需要补正的内容']),
  )
  return {
    ...(reason.trim() ? {} : { reason: '请输入退回意见' }),
    ...(Object.keys(chosen).length > 0 ? {} : { choice: '请选择需要补正的字段' }),
    fields,
  }
}
export const hasFaults = (f: ReturnType<typeof correctionFaults>): boolean =>
  f.reason !== undefined || f.choice !== undefined || Object.keys(f.fields).length > 0
