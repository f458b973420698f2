/** What a declaration form may hold and what it needs before it is sent: the wizard and the server say the same (spec §5). */
import { messages } from '../messages.ts'
import type { FormField, ProjectTemplate } from './template.ts'

export type FormData = Record<string, boolean | number | string | string[] | null>
type Value = FormData[string]
export interface FormFault {
  path: string
  message: string
}

export const fieldsOf = (t: ProjectTemplate): FormField[] => t.sections.flatMap((s) => s.fields)
export const isEmpty = (v: Value | undefined): boolean => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)

/** Values as kept: text trimmed, blanks left out. */
export function tidyForm(data: FormData): FormData {
  const tidy = Object.entries(data).map(([key, v]) => [key, typeof v === 'string' ? v.trim() : v] as const)
  return Object.fromEntries(tidy.filter(([, v]) => !isEmpty(v)))
}

/** What a draft may not hold: keys the form does not have and values of a wrong kind. Blanks are fine. */
export function draftFaults(t: ProjectTemplate, data: FormData): FormFault[] {
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
export function submitFaults(t: ProjectTemplate, data: FormData, files: Readonly<Record<string, readonly unknown[]>>): FormFault[] {
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

/** Why a value does not fit its field, or null. */
export function valueFault(f: FormField, value: Value): string | null {
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

function numberFault(f: FormField, value: Value): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
  if (f.type === 'integer' && !Number.isInteger(value)) return '应为整数'
  if (f.type === 'money' && isFinerThanYuan(value)) return '金额最多四位小数（精确到元）'
  const min = f.min ?? (f.type === 'money' ? 0 : -1e9)
  const max = f.max ?? (f.type === 'money' ? 1e6 : 1e9)
  if (value < min) return `不能小于 ${min}`
  return value > max ? `不能大于 ${max}` : null
}

function textFault(f: FormField, value: Value): string | null {
  if (typeof value !== 'string') return '应为文字'
  if (value.includes('\u0000') || !value.isWellFormed()) return '含有无法识别的字符'
  const max = f.maxLength ?? (f.type === 'text' ? 200 : 2000)
  return value.length > max ? `最多 ${max} 个字` : null
}

function isRealDate(s: string): boolean {
  const d = new Date(`${s}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(s) && !Number.isNaN(d.getTime()) && d.toISOString().startsWith(s)
}

/** True when 万元 has more than four decimals (finer than one 元). */
export const isFinerThanYuan = (wan: number): boolean => Math.abs(wan * 10_000 - Math.round(wan * 10_000)) > 1e-6
