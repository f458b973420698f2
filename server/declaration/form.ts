import type { FormField, FormMaterial, FormValue, ProjectTemplate } from '../../contract/declaration.ts'
import { messages } from '../../contract/messages.ts'
import type { StoredFiles, StoredForm } from '../../db/tables/declaration.ts'
import type { FieldIssue } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskPhone, openPii, sealPii } from '../kernel/pii.ts'
import { fenOf, isFinerThanYuan } from './money.ts'

export const fieldsOf = (t: ProjectTemplate): FormField[] => t.sections.flatMap((s) => s.fields)
const isEmpty = (v: FormValue | undefined): boolean => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)

/** Values as kept: text trimmed, blanks left out. */
export function tidyForm(data: StoredForm): StoredForm {
  const tidy = Object.entries(data).map(([key, v]) => [key, typeof v === 'string' ? v.trim() : v] as const)
  return Object.fromEntries(tidy.filter(([, v]) => !isEmpty(v)))
}

/** What a draft may not hold: keys the form does not have and values of a wrong kind. Blanks are fine. */
export function draftFaults(t: ProjectTemplate, data: StoredForm): FieldIssue[] {
  const fields = new Map(fieldsOf(t).map((f) => [f.key, f]))
  return Object.entries(data).flatMap(([key, value]) => {
    const field = fields.get(key)
    const path = `formData.${key}`
    if (!field) return [{ path, message: `不支持的字段：${key}` }]
    const fault = isEmpty(value) ? null : valueFault(field, value)
    return fault ? [{ path, message: fault }] : []
  })
}

/** What stands in the way of submitting: draft faults, required fields and required materials. */
export function submitFaults(t: ProjectTemplate, data: StoredForm, files: StoredFiles): FieldIssue[] {
  const blank = fieldsOf(t)
    .filter((f) => f.required && isEmpty(data[f.key]))
    .map((f) => ({
      path: `formData.${f.key}`,
      message:
        f.type === 'enum' || f.type === 'multiEnum' || f.type === 'boolean' || f.type === 'date' ? `请选择${f.label}` : `请输入${f.label}`,
    }))
  const lacking = t.materials
    .filter((m) => m.required && !files[m.key]?.length)
    .map((m) => ({ path: `files.${m.key}`, message: `请上传${m.name}` }))
  return [...draftFaults(t, data), ...blank, ...lacking]
}

function valueFault(f: FormField, value: FormValue): string | null {
  switch (f.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : '应为是或否'
    case 'enum':
      return f.options?.some((o) => o.value === value) ? null : '请从选项中选择'
    case 'multiEnum':
      return Array.isArray(value) && new Set(value).size === value.length && value.every((v) => f.options?.some((o) => o.value === v))
        ? null
        : '请从选项中选择'
    case 'date':
      return typeof value === 'string' && isRealDate(value) ? null : '日期格式应为 YYYY-MM-DD'
    case 'phone':
      return typeof value === 'string' && /^1\d{10}$/.test(value) ? null : messages.phoneFormat
    case 'integer':
    case 'number':
    case 'money':
      return numberFault(f, value)
    case 'text':
    case 'textarea':
      return textFault(f, value)
  }
}

function numberFault(f: FormField, value: FormValue): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
  if (f.type === 'integer' && !Number.isInteger(value)) return '应为整数'
  if (f.type === 'money' && isFinerThanYuan(value)) return '金额最多四位小数（精确到元）'
  const min = f.min ?? (f.type === 'money' ? 0 : -1e9)
  const max = f.max ?? (f.type === 'money' ? 1e6 : 1e9)
  if (value < min) return `不能小于 ${min}`
  return value > max ? `不能大于 ${max}` : null
}

function textFault(f: FormField, value: FormValue): string | null {
  if (typeof value !== 'string') return '应为文字'
  if (value.includes('\u0000') || !value.isWellFormed()) return '含有无法识别的字符'
  const max = f.maxLength ?? (f.type === 'text' ? 200 : 2000)
  return value.length > max ? `最多 ${max} 个字` : null
}

function isRealDate(s: string): boolean {
  const d = new Date(`${s}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(s) && !Number.isNaN(d.getTime()) && d.toISOString().startsWith(s)
}

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
