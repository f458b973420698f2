import type { DroppedValue } from '../../contract/form/answers.ts'
import { draftFaults, enteredOnly, fieldsOf, valueWords, type FormData } from '../../contract/form/rules.ts'
import type { FormTemplate } from '../../contract/form/template.ts'
import { withCalculated } from '../../contract/form/values.ts'
import { maskPhone } from '../kernel/access/pii.ts'

export interface CarriedAnswers {
  form: FormData
  dropped: DroppedValue[]
  /** labels of the questions that are new in the newer form */
  added: string[]
}

/**
 * Moves answers to a newer form: an answer is kept when its question still exists and its value is still valid; the others are reported
 * with their values. `form` is decrypted.
 */
export function carryAnswers(old: FormTemplate, next: FormTemplate, form: FormData): CarriedAnswers {
  const before = new Map(fieldsOf(old).map((f) => [f.key, f]))
  const now = new Map(fieldsOf(next).map((f) => [f.key, f]))
  const kept: FormData = {}
  const dropped: DroppedValue[] = []
  const entered = enteredOnly(old, form)
  for (const key of [...before.keys(), ...Object.keys(entered).filter((k) => !before.has(k))]) {
    const value = entered[key]
    if (value === undefined) continue
    const f = now.get(key)
    if (f?.calc !== undefined) continue
    if (f && draftFaults(next, { [key]: value }).length === 0) kept[key] = value
    else {
      const was = before.get(key)
      const text = was?.type === 'phone' && typeof value === 'string' ? maskPhone(value) : was ? valueWords(was, value) : String(value)
      dropped.push({ path: `form.${key}`, label: was?.label ?? key, text })
    }
  }
  const added = [...now.values()].filter((f) => !before.has(f.key) && f.calc === undefined).map((f) => f.label)
  return { form: withCalculated(next, kept), dropped, added }
}
