import type { z } from 'zod'
import { draftFaults, submitFaults, tidyForm, valueWords, fieldsOf, type FormData } from '../../contract/form/rules.ts'
import { formOf } from '../../contract/training/question-form.ts'
import type { Answer, Questions, StoredQuestion } from '../../contract/training/questions.ts'
import { openPii, sealPii } from '../kernel/access/pii.ts'
import { invalid } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** New questions get a key that no question of this activity ever showed, so that an answer on its way never lands at another question. */
export function keyed(asked: z.output<typeof Questions>, old: readonly StoredQuestion[]): StoredQuestion[] {
  const known = new Set(old.map(({ key }) => key))
  const numbers = [...asked, ...old].map(({ key }) => Number(/^q(\d{1,6})$/.exec(key ?? '')?.[1] ?? 0))
  let last = Math.max(0, ...numbers)
  return asked.map(({ key, label, type, required, options }) => ({
    key: key !== undefined && known.has(key) ? key : `q${++last}`,
    label,
    type,
    required,
    options,
  }))
}

/** The answers in words, as they were asked; what is missing or does not fit is refused at its question. */
export function answered(questions: readonly StoredQuestion[], form: FormData): Answer[] {
  const template = formOf(questions)
  const data = tidyForm(form)
  const unknown = draftFaults(template, data)
  const faults = unknown.length > 0 ? unknown : submitFaults(template, data, {})
  if (faults.length > 0) throw invalid(faults.map(({ path, message }) => ({ path: path.replace(/^formData\./, 'form.'), message })))
  return fieldsOf(template).flatMap((f) => {
    const words = valueWords(f, data[f.key])
    return words === '' ? [] : [{ label: f.label, words }]
  })
}

export const sealAnswers = (k: Kernel, answers: readonly Answer[]): string | null =>
  answers.length === 0 ? null : sealPii(k, JSON.stringify(answers))
export const openAnswers = (k: Kernel, sealed: string | null): Answer[] => {
  const text = sealed ? openPii(k, sealed) : ''
  // Of a closed account other words stand there.
  return text.startsWith('[') ? (JSON.parse(text) as Answer[]) : []
}
