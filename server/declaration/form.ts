import { inFen } from '../../contract/money.ts'
import type { FormField, FormMaterial, ProjectTemplate } from '../../contract/declaration.ts'
import { fieldsOf, isTable } from '../../contract/form/rules.ts'
import { workOutForm } from '../../contract/form/values.ts'
import type { StoredFiles, StoredForm } from '../../db/tables/declaration.ts'
import type { FieldIssue } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskPhone, openPii, sealPii } from '../kernel/access/pii.ts'

export { draftFaults, enteredOnly, fieldsOf, isTable, submitFaults, tidyForm, valueWords } from '../../contract/form/rules.ts'
export { withCalculated, workOutForm } from '../../contract/form/values.ts'

/**
 * The paths that a correction may change: those that were sent back, and those that were hidden when it was sent (a changed answer may show
 * them).
 */
export function openPaths(t: ProjectTemplate, sent: StoredForm, unlocked: readonly string[]): string[] {
  const { hidden } = workOutForm(t, sent)
  return [...new Set([...unlocked, ...[...hidden].filter((path) => !path.startsWith('section.'))])]
}

/** Paths of a correction that were changed without being sent back. Calculated values and hidden parts do not count. */
export function lockedChanges(
  t: ProjectTemplate,
  before: { form: StoredForm; files: StoredFiles },
  after: { form: StoredForm; files: StoredFiles },
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
  const keysOf = (files: StoredFiles, key: string) => files[key]?.map((f) => f.filePath) ?? []
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
const sortedRows = (value: StoredForm[string] | undefined) =>
  value !== undefined && isTable(value)
    ? value.map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    : value

/** Phones are kept encrypted inside the form (P-03). */
export const sealForm = (k: Pick<Kernel, 'secret'>, t: ProjectTemplate, data: StoredForm): StoredForm =>
  mapPhones(t, data, (phone) => sealPii(k, phone))
export const openForm = (k: Pick<Kernel, 'secret'>, t: ProjectTemplate, data: StoredForm): StoredForm =>
  mapPhones(t, data, (sealed) => openPii(k, sealed))
export const maskForm = (t: ProjectTemplate, data: StoredForm): StoredForm => mapPhones(t, data, maskPhone)

function mapPhones(t: ProjectTemplate, data: StoredForm, change: (text: string) => string): StoredForm {
  const phones = new Set(
    fieldsOf(t)
      .filter((f) => f.type === 'phone')
      .map((f) => f.key),
  )
  return Object.fromEntries(Object.entries(data).map(([key, v]) => [key, phones.has(key) && typeof v === 'string' ? change(v) : v]))
}

/** The requested amount in 分; null when the form has no amount or it is blank. */
export function amountOf(t: ProjectTemplate, data: StoredForm): number | null {
  const value = t.amountField ? workOutForm(t, data).values[t.amountField] : null
  return typeof value === 'number' ? inFen(value) : null
}

/** The account to which the company wants the money to be paid, when the form marks these fields. */
export function payeeOf(t: ProjectTemplate, data: StoredForm): { bank: string; account: string } {
  const words = (key: string | undefined) => {
    const value = key === undefined ? undefined : data[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  return { bank: words(t.bankField), account: words(t.accountField) }
}

/** Label of a path; null when the form does not have it. */
export function labelOf(t: ProjectTemplate, path: string): string | null {
  const key = path.slice(path.indexOf('.') + 1)
  const found: FormField | FormMaterial | undefined = path.startsWith('form.')
    ? fieldsOf(t).find((f) => f.key === key)
    : t.materials.find((m) => m.key === key)
  if (!found) return null
  return 'name' in found ? found.name : found.label
}
