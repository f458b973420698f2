/** What the definition of a form consists of, for those who write one: new parts, keys, choices and lists. */
import type { FormField, FormFieldType, FormSection, FormTemplate } from '../../contract/form/template.ts'

const numeric: readonly FormFieldType[] = ['integer', 'number', 'money']
export const isNumber = (type: FormFieldType): boolean => numeric.includes(type)
export const isChoice = (type: FormFieldType): boolean => type === 'enum' || type === 'multiEnum'

/** Keys are internal: returns the next free one, which the editor never sees. */
export function freeKey(prefix: string, taken: readonly string[]): string {
  for (let n = taken.length + 1; ; n++) if (!taken.includes(`${prefix}${n}`)) return `${prefix}${n}`
}
const fieldKeys = (t: Pick<FormTemplate, 'sections'>) => t.sections.flatMap((s) => s.fields.map((f) => f.key))
export const newField = (t: Pick<FormTemplate, 'sections'>): FormField => ({
  key: freeKey('field', fieldKeys(t)),
  label: '',
  type: 'text',
  required: true,
})
export const newSection = (t: Pick<FormTemplate, 'sections'>): FormSection => ({
  key: freeKey(
    'section',
    t.sections.map((s) => s.key),
  ),
  title: '',
  fields: [newField(t)],
})

/** One option per line; an existing label keeps its value, so that stored answers keep their meaning. */
export const choicesOf = (text: string, before: FormField['options']): NonNullable<FormField['options']> =>
  [
    ...new Set(
      text
        .split('\n')
        .map((l) => l.trim())
        .filter(Boolean),
    ),
  ].map((label) => before?.find((o) => o.label === label) ?? { label, value: label })
export const choicesText = (options: FormField['options']): string => (options ?? []).map((o) => o.label).join('\n')

/** Changes the type of a question; a new table starts with one column. */
export const retyped = (f: FormField, type: FormFieldType): FormField => ({
  ...f,
  type,
  ...(type === 'table' && !f.columns?.length ? { columns: [{ key: 'column1', label: '', type: 'text', required: true }] } : {}),
})

export const move = <T>(list: readonly T[], at: number, by: -1 | 1): T[] => {
  const to = at + by
  if (to < 0 || to >= list.length) return [...list]
  const next = [...list]
  ;[next[at], next[to]] = [next[to]!, next[at]!]
  return next
}
export const replaced = <T>(list: readonly T[], at: number, item: T): T[] => list.map((x, i) => (i === at ? item : x))
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at)
