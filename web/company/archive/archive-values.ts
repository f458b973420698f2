import type { Archive, ArchiveField, FactValue } from '../../../contract/company.ts'
import { messages } from '../../../contract/messages.ts'
import { labelOf, type Option } from '../../kit/choose/options.ts'
import type { FormField } from '../../kit/form/fields.ts'
import { isNone, show, showNumber } from '../../kit/form/values.ts'

export type Dictionaries = Record<string, { label: string; value: string }[]>
type FormValues = Record<string, unknown>

/** The catalogue's unit of a ratio, a number from 0 to 1. */
const RATIO = 'ratio'
const yesNo: Option[] = [
  { label: '是', value: 'true' },
  { label: '否', value: 'false' },
]

/**
 * The options of a field. A stored code that the dictionary lacks can still be chosen, because industries have codes below the two digits
 * listed there.
 */
export function choicesOf(field: ArchiveField, dictionaries: Dictionaries): Option[] | null {
  if (field.type === 'boolean') return yesNo
  const listed = field.options ?? (field.dict ? dictionaries[field.dict] : undefined)
  if (!listed) return null
  const stored = typeof field.value === 'string' && field.value !== '' && !Array.isArray(field.value) ? field.value : null
  if (stored === null || listed.some((o) => o.value === stored)) return listed
  const near = listed.find((o) => o.value === stored.slice(0, 2))
  return [{ label: near ? `${near.label}（${stored}）` : stored, value: stored }, ...listed]
}

/** A fact as text: labels of the options, unit after a number, 无 for an empty value (V038). */
export function factText(field: ArchiveField, dictionaries: Dictionaries): string {
  const { value } = field
  if (isNone(value)) return messages.none
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && field.unit === RATIO) return `${showNumber(Number((value * 100).toFixed(6)))}%`
  if (typeof value === 'number') return field.unit ? `${showNumber(value)} ${field.unit}` : showNumber(value)
  const choices = choicesOf(field, dictionaries)
  return choices ? labelOf(choices, value) : show(value)
}

const kinds = {
  number: 'number',
  integer: 'number',
  boolean: 'select',
  enum: 'select',
  multiEnum: 'multiSelect',
  date: 'date',
  string: 'text',
} as const

/** The form control for the field's type in the catalogue; `as` replaces it by a custom control. */
export function formFieldOf(field: ArchiveField, dictionaries: Dictionaries, as?: FormField['as']): FormField {
  const choices = choicesOf(field, dictionaries)
  const asks = field.question && field.question.replace(/[？?]$/, '') !== field.label ? field.question : ''
  const hint = field.masked ? '不填写则保持原值' : field.unit === RATIO ? `${asks}（填小数，5% 填 0.05）` : asks
  return {
    key: field.key,
    label: field.label,
    half: true,
    kind: field.type === 'string' && choices ? 'select' : kinds[field.type],
    ...(as ? { as } : {}),
    ...(choices ? { options: choices } : {}),
    ...(field.unit && field.unit !== RATIO ? { unit: field.unit } : {}),
    ...(hint ? { hint } : {}),
    ...(field.type === 'string' && !choices ? { maxLength: 500 } : {}),
  }
}

/** The initial values of the form: a boolean as text; values that are masked for the reader start blank. */
export const startValues = (fields: readonly ArchiveField[]): FormValues =>
  Object.fromEntries(
    fields.filter((f) => !isNone(f.value) && !f.masked).map((f) => [f.key, typeof f.value === 'boolean' ? String(f.value) : f.value]),
  )

/** The values that the user changed since the form was opened; a cleared value is null. */
export function changedValues(fields: readonly ArchiveField[], before: FormValues, after: FormValues): Record<string, FactValue> {
  const changed: Record<string, FactValue> = {}
  for (const { key, type } of fields) {
    const [was, is] = [before[key] ?? null, isNone(after[key]) ? null : after[key]]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changed[key] = type === 'boolean' && is !== null ? is === 'true' : (is as FactValue)
  }
  return changed
}

/** The fields that somebody else changed while the form was open, with their present values as text. */
export const movedValues = (
  opened: readonly ArchiveField[],
  now: Archive,
  dictionaries: Dictionaries,
): { label: string; text: string }[] => {
  const latest = new Map(now.groups.flatMap((g) => g.fields).map((f) => [f.key, f]))
  return opened.flatMap((field) => {
    const current = latest.get(field.key)
    return current && JSON.stringify(current.value) !== JSON.stringify(field.value)
      ? [{ label: field.label, text: factText(current, dictionaries) }]
      : []
  })
}
