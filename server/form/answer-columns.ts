import { fieldsOf, unitOf, valueWords, type FormData } from '../../contract/form/rules.ts'
import type { FormField, FormTemplate } from '../../contract/form/template.ts'
import { maskPhone } from '../kernel/access/pii.ts'
import type { ExportColumn } from '../kernel/export/exporters.ts'

const FIGURES: ReadonlySet<FormField['type']> = new Set(['integer', 'number', 'money'])
const columnOf = (f: Pick<FormField, 'key'>) => `form.${f.key}`
export const isAnswerColumn = (key: string): boolean => key.startsWith('form.')

/**
 * One column per question of the versions of a form, the newest first: its questions in order, then those that only earlier versions asked,
 * so that answers to every version are complete in the sheet. Phones are masked for users without pii:read. When another column has the
 * same title (`taken`), the title says that the value is from the form.
 */
export function answerColumns(versions: readonly FormTemplate[], taken: readonly string[]): ExportColumn<Record<string, unknown>>[] {
  const fields = new Map<string, FormField>()
  for (const template of versions) for (const f of fieldsOf(template)) if (!fields.has(f.key)) fields.set(f.key, f)
  return [...fields.values()].map((f) => ({
    key: columnOf(f),
    title: titleOf(f, taken),
    width: f.type === 'table' || f.type === 'textarea' ? 40 : 20,
    ...(f.type === 'phone' ? { mask: maskPhone } : {}),
  }))
}

const titleOf = (f: FormField, taken: readonly string[]): string => {
  const title = FIGURES.has(f.type) && unitOf(f) ? `${f.label}（${unitOf(f)}）` : f.label
  return taken.includes(title) ? `${title}（填报）` : title
}

/** The answers of a form by column: numbers as numbers, choices by their labels. `form` is decrypted. */
export const answersByColumn = (t: FormTemplate, form: FormData, asked: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(t)
      .filter((f) => asked.includes(columnOf(f)))
      .map((f) => [columnOf(f), typeof form[f.key] === 'number' ? form[f.key] : valueWords(f, form[f.key]) || null]),
  )
