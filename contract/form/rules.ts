/** What the values of a declaration form must meet, as a draft and for submission; the same in wizard and server (spec §5). */
import { COMMA, misplacedComma } from '../digits.ts'
import { messages } from '../messages.ts'
import { isToTheYuan } from '../money.ts'
import { isRealDate } from '../real-date.ts'
import { isUsualMobile, usualNumber } from '../usual-number.ts'
import { workOutForm } from './values.ts'
import type { FormColumn, FormField, FormTemplate } from './template.ts'

export type TableRow = Record<string, boolean | number | string | null>
export type FormData = Record<string, boolean | number | string | string[] | TableRow[] | null>
type Value = FormData[string]
export interface FormFault {
  path: string
  message: string
}

export const fieldsOf = (t: FormTemplate): FormField[] => t.sections.flatMap((s) => s.fields)
export const isEmpty = (v: Value | undefined): boolean => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)

/** The values as stored: text trimmed, mobile numbers in their usual form, without blanks and empty rows of tables. */
export function tidyForm(t: FormTemplate, data: FormData): FormData {
  const phones = new Set(fieldsOf(t).flatMap((f) => (f.type === 'phone' ? [f.key] : [])))
  const usual = Object.entries(data).map(([key, v]) => [key, phones.has(key) && typeof v === 'string' ? usualNumber(v) : v] as const)
  return tidied(Object.fromEntries(usual))
}
function tidied(data: FormData): FormData {
  const tidy = Object.entries(data).map(([key, v]) => [key, tidyValue(v)] as const)
  return Object.fromEntries(tidy.filter(([, v]) => !isEmpty(v)))
}
function tidyValue(v: Value): Value {
  if (typeof v === 'string') return v.trim()
  if (!isTable(v)) return v
  return v.map((row) => tidied(row) as TableRow).filter((row) => Object.keys(row).length > 0)
}
export const isTable = (v: Value | undefined): v is TableRow[] => Array.isArray(v) && v.length > 0 && typeof v[0] === 'object'

/** Only the entered values: calculated values of the sender are left out. */
export function enteredOnly(t: FormTemplate, data: FormData): FormData {
  const fields = new Map(fieldsOf(t).map((f) => [f.key, f]))
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const f = fields.get(key)
      if (f?.calc !== undefined) return []
      const calculated = f?.columns?.filter((c) => c.calc !== undefined).map((c) => c.key) ?? []
      if (calculated.length === 0 || !isTable(value)) return [[key, value]]
      return [[key, value.map((row) => Object.fromEntries(Object.entries(row).filter(([k]) => !calculated.includes(k))))]]
    }),
  ) as FormData
}

/** Faults of a draft: unknown keys and values of a wrong type. Blanks are allowed. */
export function draftFaults(t: FormTemplate, data: FormData): FormFault[] {
  const fields = new Map(fieldsOf(t).map((f) => [f.key, f]))
  return Object.entries(data).flatMap(([key, value]) => {
    const field = fields.get(key)
    const path = `formData.${key}`
    if (!field) return [{ path, message: `不支持的字段：${key}` }]
    const fault = isEmpty(value) ? null : valueFault(field, value)
    return fault ? [{ path, message: fault }] : []
  })
}

/**
 * Faults that prevent a submission: faults of a draft, missing required fields, rows and papers of visible parts, and failed calculations.
 */
export function submitFaults(t: FormTemplate, data: FormData, files: Readonly<Record<string, readonly unknown[]>>): FormFault[] {
  const { values, hidden, faults } = workOutForm(t, data)
  const fields = fieldsOf(t).filter((f) => !hidden.has(`form.${f.key}`))
  const calculated = new Set(faults.map((f) => f.path))
  const blank = fields
    .filter((f) => f.required && isEmpty(values[f.key]) && !calculated.has(`formData.${f.key}`))
    .map((f) => ({
      path: `formData.${f.key}`,
      message:
        f.calc !== undefined
          ? `“${f.label}”所依据的内容尚未填写`
          : f.type === 'table'
            ? `请填写${f.label}`
            : f.type === 'enum' || f.type === 'multiEnum' || f.type === 'dict' || f.type === 'boolean' || f.type === 'date'
              ? `请选择${f.label}`
              : `请输入${f.label}`,
    }))
  const rows = fields.flatMap((f) =>
    f.type === 'table' ? rowsLacking(f, values[f.key]).map((message) => ({ path: `formData.${f.key}`, message })) : [],
  )
  const lacking = t.materials
    .filter((m) => m.required && !hidden.has(`files.${m.key}`) && !files[m.key]?.length)
    .map((m) => ({ path: `files.${m.key}`, message: `请上传${m.name}` }))
  return [...draftFaults(t, values), ...faults, ...blank, ...rows, ...lacking]
}

/** Faults of a table: too few rows, and required cells without a value. */
function rowsLacking(f: FormField, value: Value | undefined): string[] {
  const rows = isTable(value) ? value : []
  const few = f.minRows !== undefined && rows.length > 0 && rows.length < f.minRows ? [`至少填写 ${f.minRows} 行`] : []
  const cells = rows.flatMap((row, i) =>
    (f.columns ?? []).filter((c) => c.required && isEmpty(row[c.key])).map((c) => `第 ${i + 1} 行“${c.label}”：请填写`),
  )
  return [...few, ...cells]
}

/** Why a value does not fit its field, or null. */
export function valueFault(f: FormField, value: Value): string | null {
  switch (f.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : '应为是或否'
    case 'enum':
    case 'dict':
      return f.options?.some((o) => o.value === value) ? null : '请从选项中选择'
    case 'multiEnum':
      return Array.isArray(value)
        && new Set<unknown>(value).size === value.length
        && (value as unknown[]).every((v) => f.options?.some((o) => o.value === v))
        ? null
        : '请从选项中选择'
    case 'date':
      return typeof value === 'string' && isRealDate(value) ? null : '日期格式应为 YYYY-MM-DD'
    case 'phone':
      return typeof value === 'string' && isUsualMobile(value) ? null : messages.phoneFormat
    case 'integer':
    case 'number':
    case 'money':
      return numberFault(f, value)
    case 'text':
    case 'textarea':
      return textFault(f, value)
    case 'table':
      return tableFault(f, value)
  }
}

/** The first cell with a fault, with its row and column. */
function tableFault(f: FormField, value: Value): string | null {
  if (!Array.isArray(value) || !value.every((row) => typeof row === 'object' && row !== null)) return '应为表格'
  const max = f.maxRows ?? 50
  if (value.length > max) return `最多 ${max} 行`
  const columns = new Map((f.columns ?? []).map((c) => [c.key, c]))
  for (const [i, row] of (value as TableRow[]).entries()) {
    for (const [key, cell] of Object.entries(row)) {
      const column = columns.get(key)
      if (!column) return `第 ${i + 1} 行有不支持的列：${key}`
      const fault = isEmpty(cell) ? null : valueFault(fieldOfColumn(column), cell)
      if (fault) return `第 ${i + 1} 行“${column.label}”：${fault}`
    }
  }
  return null
}
/** A cell is checked like a field of its column’s type. */
export const fieldOfColumn = (c: FormColumn): FormField => ({ ...c })

function numberFault(f: FormField, value: Value): string | null {
  if (typeof value === 'string' && misplacedComma(value)) return COMMA
  if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
  if (f.type === 'integer' && !Number.isInteger(value)) return '应为整数'
  if (f.type === 'money' && !isToTheYuan(value)) return '金额最多四位小数（精确到元）'
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

type Worded = Pick<FormField, 'type' | 'unit' | 'options' | 'columns'>
/** A value in words: options by label, 是/否, numbers with their unit, tables row by row. '' when blank. */
export function valueWords(f: Worded, value: Value | undefined, figure: (n: number) => string = String): string {
  if (isEmpty(value)) return ''
  const word = (v: unknown) => f.options?.find((o) => o.value === v)?.label ?? String(v)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return [figure(value), unitOf(f)].filter(Boolean).join(' ')
  if (isTable(value))
    return value
      .map((row, i) => {
        const cells = (f.columns ?? []).map((c) => [c.label, valueWords(fieldOfColumn(c), row[c.key], figure)]).filter(([, text]) => text)
        return `${i + 1}. ${cells.map(([label, text]) => `${label} ${text}`).join('，')}`
      })
      .join('\n')
  if (Array.isArray(value)) return value.map(word).join('、')
  return word(value)
}
export const unitOf = (f: Pick<FormField, 'type' | 'unit'>): string => f.unit ?? (f.type === 'money' ? '万元' : '')
