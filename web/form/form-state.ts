import { digitsOf } from '../../contract/digits.ts'
import type { Correction } from '../../contract/form/answers.ts'
import {
  fieldOfColumn,
  fieldsOf,
  isEmpty,
  isTable,
  submitFaults,
  tidyForm,
  valueFault,
  valueWords,
  type FormData,
  type FormFault,
  type TableRow,
} from '../../contract/form/rules.ts'
import type { FormField, FormTemplate } from '../../contract/form/template.ts'
import { usualNumber } from '../../contract/usual-number.ts'
import { show, showNumber } from '../kit/form/values.ts'

type Value = FormData[string]
export type Attached = Readonly<Record<string, readonly { filePath: string; fileName: string }[]>>
/** The form's values as shown: figures as typed. */
export type Typed = Readonly<Record<string, Value>>

const isFigure = (f: FormField) => f.type === 'integer' || f.type === 'number' || f.type === 'money'

/** Server values → typed values. */
export const typedOf = (t: FormTemplate, data: FormData): Typed =>
  Object.fromEntries(
    fieldsOf(t).map((f) => {
      const value = data[f.key]
      return [
        f.key,
        isTable(value) ? value.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, asTyped(v)]))) : asTyped(value),
      ]
    }),
  )
const asTyped = <T extends Value>(v: T | undefined) => (typeof v === 'number' ? String(v) : (v ?? null))

/**
 * One typed value → wire value. Full-width digits and separators are converted, phones get their usual form; an invalid figure stays as typed and is an
 * error.
 */
export function wireValue(f: FormField, value: Value | undefined): Value {
  if (value === undefined) return null
  if (isTable(value))
    return value.map(
      (row) => Object.fromEntries((f.columns ?? []).map((c) => [c.key, wireValue(fieldOfColumn(c), row[c.key])])) as TableRow,
    )
  if (f.type === 'phone' && typeof value === 'string') return usualNumber(value)
  if (!isFigure(f) || typeof value !== 'string') return typeof value === 'string' ? value.trim() : value
  const plain = digitsOf(value)
  if (plain === '') return null
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : value
}
export const wireOf = (t: FormTemplate, typed: Typed): FormData =>
  tidyForm(
    t,
    // Calculated values are not inputs.
    Object.fromEntries(
      fieldsOf(t)
        .filter((f) => f.calc === undefined)
        .map((f) => [f.key, wireValue(f, typed[f.key])]),
    ),
  )

/** The valid values and cells, which a draft may store. Others stay on the screen and in this browser. */
export const savable = (t: FormTemplate, data: FormData): FormData => {
  const fields = new Map(fieldsOf(t).map((f) => [f.key, f]))
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, v]) => {
      const f = fields.get(key)
      if (!f) return []
      const kept = f.type === 'table' && isTable(v) ? v.slice(0, f.maxRows ?? 50).map((row) => fittingCells(f, row)) : v
      return valueFault(f, kept) === null ? [[key, kept]] : []
    }),
  )
}
const fittingCells = (f: FormField, row: TableRow): TableRow => {
  const columns = new Map((f.columns ?? []).map((c) => [c.key, fieldOfColumn(c)]))
  return Object.fromEntries(
    Object.entries(row).filter(([key, cell]) => columns.has(key) && (isEmpty(cell) || valueFault(columns.get(key)!, cell) === null)),
  )
}

/** Names of typed values that are not in the draft: the user must not see 已保存 for them. */
export const unsavedOf = (t: FormTemplate, typed: Typed): string[] => {
  const data = wireOf(t, typed)
  const kept = savable(t, data)
  return fieldsOf(t)
    .filter((f) => data[f.key] !== undefined && JSON.stringify(data[f.key]) !== JSON.stringify(kept[f.key]))
    .map((f) => f.label)
}

/** The error of one field when it is left; empty fields are only reported on sending. */
export function faultOnLeave(f: FormField, typed: Value | undefined): string | null {
  const value = wireValue(f, typed)
  return isEmpty(value) ? null : valueFault(f, value)
}

export type FieldState = 'empty' | 'open' | 'done' | 'fault' | 'ready' | 'waiting'
/** The progress of a part of the form, for the task list. */
export function partState(faults: readonly FormFault[], keys: readonly string[], filled: number): FieldState {
  const mine = faults.filter((f) => keys.includes(f.path))
  if (mine.length === 0) return filled > 0 || keys.length === 0 ? 'done' : 'empty'
  return filled > 0 ? 'open' : 'empty'
}
export const faultsOf = (t: FormTemplate, typed: Typed, files: Attached): FormFault[] => submitFaults(t, wireOf(t, typed), files)

/** The field or material of a server error; null when it concerns the whole form. */
export function placeOf(t: FormTemplate, path: string): { id: string; label: string; part: string } | null {
  const [kind, key] = path.split('.')
  if (kind === 'formData' || kind === 'form') {
    const section = t.sections.find((s) => s.fields.some((f) => f.key === key))
    const field = section?.fields.find((f) => f.key === key)
    return field ? { id: fieldId(field), label: field.label, part: section!.key } : null
  }
  const material = kind === 'files' ? t.materials.find((m) => m.key === key) : undefined
  return material ? { id: materialId(material), label: material.name, part: MATERIALS } : null
}
export const MATERIALS = '_materials'
export const CHECK = '_check'
export const fieldId = (f: Pick<FormField, 'key'>) => `f-${f.key}`
export const materialId = (m: Pick<FormTemplate['materials'][number], 'key'>) => `m-${m.key}`

/** Whether a field or material can be changed: all in a draft, only returned ones in a correction. */
export const isOpen = (unlocked: readonly string[] | null, path: string): boolean => unlocked === null || unlocked.includes(path)
export const correctionAt = (corrections: readonly Correction[], path: string) => corrections.find((c) => c.path === path)

/** The invalid cells of a table, each with row and column, because a tooltip is not readable on a phone. */
export const cellFaults = (columns: readonly NonNullable<FormField['columns']>[number][], rows: readonly TableRow[]): string[] =>
  rows.flatMap((row, i) =>
    columns.flatMap((c) => {
      const fault = c.calc === undefined ? faultOnLeave(fieldOfColumn(c), row[c.key]) : null
      return fault ? [`第 ${i + 1} 行“${c.label}”：${fault}`] : []
    }),
  )

/** A value for display, with labels for codes and the unit after a figure. */
export const valueText = (f: FormField, value: Value | undefined): string =>
  valueWords(f, value, isYear(f) ? String : showNumber) || show(null)
/** 认定年份 2025 names a year: 2,025 would be a count. */
const isYear = (f: FormField) => f.type === 'integer' && !f.unit && /(年份|年度)$/.test(f.label)
export { unitOf } from '../../contract/form/rules.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿']
/** The text below a sum during typing; none while the sum is invalid. */
export const capitalOf = (f: FormField, typed: Value | undefined): string | null =>
  f.type === 'money' && faultOnLeave(f, typed) === null ? capitalAmount(wireValue(f, typed)) : null
/** 万元 → 大写金额 (whole 元), as on receipts: 3.5 → 叁万伍仟元整. Null when it is not an amount. */
export function capitalAmount(wan: Value | undefined): string | null {
  if (typeof wan !== 'number' || !Number.isFinite(wan) || wan < 0) return null
  const yuan = Math.round(wan * 10_000)
  if (yuan === 0) return '零元整'
  if (yuan >= 1e12) return null
  let out = ''
  let gap = false
  for (let g = 2; g >= 0; g--) {
    const group = Math.floor(yuan / 10 ** (g * 4)) % 10_000
    if (group === 0) {
      gap = out !== ''
      continue
    }
    let part = ''
    for (let p = 3; p >= 0; p--) {
      const d = Math.floor(group / 10 ** p) % 10
      if (d === 0) {
        gap = out !== '' || part !== ''
        continue
      }
      part += `${gap ? '零' : ''}${digits[d]}${places[p]}`
      gap = false
    }
    out += part + groups[g]
    gap = false
  }
  return `${out}元整`
}
