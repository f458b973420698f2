import type { FormField, FormMaterial, ProjectTemplate } from '../../contract/declaration.ts'
import { fieldsOf } from '../../contract/declaration/form-rules.ts'
import type { StoredFiles, StoredForm } from '../../db/tables/declaration.ts'
import type { FieldIssue } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskPhone, openPii, sealPii } from '../kernel/pii.ts'
import { fenOf } from './money.ts'

export { draftFaults, fieldsOf, submitFaults, tidyForm } from '../../contract/declaration/form-rules.ts'

/** Which paths of a correction were changed though they were not asked for. */
export function lockedChanges(
  before: { form: StoredForm; files: StoredFiles },
  after: { form: StoredForm; files: StoredFiles },
  unlocked: readonly string[],
): FieldIssue[] {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
  const paths = (kind: 'form' | 'files') =>
    [...new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])])].filter((key) => !unlocked.includes(`${kind}.${key}`))
  const keysOf = (files: StoredFiles, key: string) => files[key]?.map((f) => f.filePath) ?? []
  return [
    ...paths('form')
      .filter((key) => differs(before.form[key], after.form[key]))
      .map((key) => `formData.${key}`),
    ...paths('files')
      .filter((key) => differs(keysOf(before.files, key), keysOf(after.files, key)))
      .map((key) => `files.${key}`),
  ].map((path) => ({ path, message: '该项未要求补正，不能修改' }))
}

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

/** The amount asked for in 分; null when the form asks for none or it is blank. */
export function amountOf(t: ProjectTemplate, data: StoredForm): number | null {
  const value = t.amountField ? data[t.amountField] : null
  return typeof value === 'number' ? fenOf(value) : null
}

/** Label of a correction path; null when the form has no such place. */
export function labelOf(t: ProjectTemplate, path: string): string | null {
  const key = path.slice(path.indexOf('.') + 1)
  const found: FormField | FormMaterial | undefined = path.startsWith('form.')
    ? fieldsOf(t).find((f) => f.key === key)
    : t.materials.find((m) => m.key === key)
  if (!found) return null
  return 'name' in found ? found.name : found.label
}
