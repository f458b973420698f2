import { fieldsOf, isTable, type FormData } from '../../contract/form/rules.ts'
import type { FormTemplate } from '../../contract/form/template.ts'
import { workOutForm } from '../../contract/form/values.ts'
import type { FieldIssue } from '../kernel/errors.ts'

type Files = Readonly<Record<string, readonly { filePath: string }[]>>

/**
 * The paths that a correction may change: those that were sent back, and those that were hidden when it was sent (a changed answer may show
 * them).
 */
export function openPaths(t: FormTemplate, sent: FormData, unlocked: readonly string[]): string[] {
  const { hidden } = workOutForm(t, sent)
  return [...new Set([...unlocked, ...[...hidden].filter((path) => !path.startsWith('section.'))])]
}

/** Paths of a correction that were changed without being sent back. Calculated values and hidden parts do not count. */
export function lockedChanges(
  t: FormTemplate,
  before: { form: FormData; files: Files },
  after: { form: FormData; files: Files },
  asked: readonly string[],
): FieldIssue[] {
  const now = workOutForm(t, after.form)
  const unlocked = [
    ...openPaths(t, before.form, asked),
    ...now.hidden,
    ...fieldsOf(t)
      .filter((f) => f.calc !== undefined)
      .map((f) => `form.${f.key}`),
  ]
  const differs = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
  const paths = (kind: 'form' | 'files') =>
    [...new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])])].filter((key) => !unlocked.includes(`${kind}.${key}`))
  const keysOf = (files: Files, key: string) => files[key]?.map((f) => f.filePath) ?? []
  return [
    ...paths('form')
      .filter((key) => differs(sortedRows(before.form[key]), sortedRows(after.form[key])))
      .map((key) => `formData.${key}`),
    ...paths('files')
      .filter((key) => differs(keysOf(before.files, key), keysOf(after.files, key)))
      .map((key) => `files.${key}`),
  ].map((path) => ({ path, message: '该项未要求补正，不能修改' }))
}

/** jsonb does not keep the order of a row's cells. */
const sortedRows = (value: FormData[string] | undefined) =>
  value !== undefined && isTable(value)
    ? value.map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    : value

/** Label of a path; null when the form does not have it. */
export function labelOf(t: FormTemplate, path: string): string | null {
  const key = path.slice(path.indexOf('.') + 1)
  if (path.startsWith('form.')) return fieldsOf(t).find((f) => f.key === key)?.label ?? null
  return t.materials.find((m) => m.key === key)?.name ?? null
}
