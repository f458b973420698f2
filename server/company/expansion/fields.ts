import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ExpansionField, RowValue } from '../../../contract/company/expansion.ts'
import { isAlwaysPersonal, isChoice, isNumeric } from '../../../contract/company/field-types.ts'
import { messages } from '../../../contract/messages.ts'
import { isRealDate } from '../../../contract/real-date.ts'
import { isUsualMobile, usualNumber } from '../../../contract/usual-number.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { maskIdNumber, maskName, maskPhone, openPii, sealPii } from '../../kernel/access/pii.ts'
import { choiceOf, dayOf, listOf, LOST_DIGITS, lostDigits, numberOf, plain, truthOf } from '../../kernel/sheet/values.ts'

export type Values = Record<string, RowValue>
export const isPersonalField = (f: ExpansionField): boolean => f.personalFlag === 1 || isAlwaysPersonal(f.fieldType)

/** A value as it is stored: mobile numbers in their usual form, text trimmed; blank text and empty lists become null. */
export const tidyValue = (v: RowValue, type?: ExpansionField['fieldType']): RowValue =>
  typeof v === 'string' ? (type === 'phone' ? usualNumber(v) : v.trim()) || null : Array.isArray(v) && v.length === 0 ? null : v

/** Why a value does not fit its field, in Chinese; null when it fits. */
export function faultOfField(f: ExpansionField, value: Exclude<RowValue, null>): string | null {
  if (f.fieldType === 'boolean') return typeof value === 'boolean' ? null : '应为是或否'
  if (isNumeric(f.fieldType)) return numberFault(f, value)
  if (f.fieldType === 'multiSelect')
    return Array.isArray(value) && new Set(value).size === value.length && value.every((v) => isOption(f, v)) ? null : '请从选项中选择'
  if (f.fieldType === 'file')
    return Array.isArray(value) && value.length <= 5 && value.every((v) => /^[0-9a-f]{32}$/.test(v)) ? null : '最多 5 个附件'
  if (typeof value !== 'string') return '应为文字'
  if (value.includes('\u0000') || !value.isWellFormed()) return '含有无法识别的字符'
  if (f.fieldType === 'date') return isRealDate(value) ? null : '日期格式应为 YYYY-MM-DD'
  if (f.fieldType === 'select') return isOption(f, value) ? null : '请从选项中选择'
  if (f.fieldType === 'phone') return isUsualMobile(value) ? null : messages.phoneFormat
  if (f.fieldType === 'idNumber') return isIdNumber(value) ? null : '身份证号不正确'
  const max = f.maxLength ?? (f.fieldType === 'textarea' ? 2000 : 200)
  return [...value].length > max ? `最多 ${max} 个字` : null
}

const isOption = (f: ExpansionField, value: unknown) => f.options?.some((o) => o.value === value) ?? false

function numberFault(f: ExpansionField, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
  if (f.fieldType === 'integer' && !Number.isSafeInteger(value)) return '应为整数'
  if (f.min !== null && value < f.min) return `不能小于 ${f.min}`
  if (f.max !== null && value > f.max) return `不能大于 ${f.max}`
  return Math.abs(value) > 1e12 ? '数字过大' : null
}

/** 18 characters with the check digit of GB 11643. */
function isIdNumber(s: string): boolean {
  if (!/^\d{17}[\dX]$/.test(s)) return false
  const sum = [...s].slice(0, 17).reduce((n, d, i) => n + Number(d) * (2 ** (17 - i) % 11), 0)
  return '10X98765432'[sum % 11] === s[17]
}

/** Parses a cell as a value of the field: choices as words or codes, dates in common notations. The issue is the fault in Chinese. */
export const cellSchema = (f: ExpansionField): z.ZodType =>
  z.union([z.string(), z.number(), z.boolean()]).transform((cell, ctx): RowValue => {
    const value = fromCell(f, cell)
    const fault = value === null ? null : !isNumeric(f.fieldType) && lostDigits(cell) ? LOST_DIGITS : faultOfField(f, value)
    if (fault === null) return value
    ctx.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })

function fromCell(f: ExpansionField, cell: string | number | boolean): RowValue {
  const text = String(cell).trim()
  if (f.fieldType === 'boolean') return truthOf(cell) ?? text
  if (isNumeric(f.fieldType)) return numberOf(cell) ?? text
  if (isChoice(f.fieldType)) {
    const coded = (word: string) => choiceOf(f.options ?? [], word) ?? word
    return f.fieldType === 'select' ? coded(text) : listOf(text).map(coded)
  }
  if (f.fieldType === 'date') return dayOf(cell) ?? text
  if (f.fieldType === 'phone') return usualNumber(text)
  return f.fieldType === 'idNumber' ? plain(cell).toUpperCase() : text
}

/** The value of a cell in a sheet: choices in words, files as their number. */
export function cellOf(f: ExpansionField, value: RowValue | undefined): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? '是' : '否'
  const label = (code: string) => f.options?.find((o) => o.value === code)?.label ?? code
  if (Array.isArray(value)) return f.fieldType === 'file' ? `${value.length} 个附件` : value.map(label).join('、')
  return f.fieldType === 'select' ? label(String(value)) : value
}

/** Seals the personal values of a row for the database (P-03). */
export const sealValues = (k: Pick<Kernel, 'secret'>, fields: readonly ExpansionField[], values: Values): Values =>
  each(fields, values, (text) => sealPii(k, text))
export const openValues = (k: Pick<Kernel, 'secret'>, fields: readonly ExpansionField[], values: Values): Values =>
  each(fields, values, (text) => openPii(k, text))

export const maskerOf = (f: ExpansionField): ((text: string) => string) =>
  f.fieldType === 'phone' ? maskPhone : f.fieldType === 'idNumber' ? maskIdNumber : maskName
/** Masks opened values for everybody except the company (P-02). */
export const maskValues = (fields: readonly ExpansionField[], values: Values): Values =>
  each(fields, values, (text, f) => maskerOf(f)(text))

function each(fields: readonly ExpansionField[], values: Values, change: (text: string, f: ExpansionField) => string): Values {
  const changed = { ...values }
  for (const f of fields) {
    const value = changed[f.fieldKey]
    if (isPersonalField(f) && typeof value === 'string') changed[f.fieldKey] = change(value, f)
  }
  return changed
}

/**
 * The key that identifies a row within its company: empty in a table with one row per company, else from the key fields, or without key
 * fields from everything that is neither personal nor a file.
 */
export function rowKeyOf(table: { multiRow: number; fields: readonly ExpansionField[] }, values: Values): string {
  if (table.multiRow === 0) return ''
  const keys = table.fields.filter((f) => f.keyFlag === 1)
  const told = keys.length > 0 ? keys : table.fields.filter((f) => !isPersonalField(f) && f.fieldType !== 'file')
  const text = JSON.stringify(told.toSorted((a, b) => a.id - b.id).map((f) => [f.fieldKey, values[f.fieldKey] ?? null]))
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
