import type { z } from 'zod'
import { draftFaults, submitFaults, tidyForm, valueWords, fieldsOf, type FormData } from '../../contract/form/rules.ts'
import { formOf } from '../../contract/training/question-form.ts'
import type { Answer, Questions, StoredQuestion } from '../../contract/training/questions.ts'
import { openPii, sealPii } from '../kernel/access/pii.ts'
import { invalid } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Questions get no more than this; the keys of one version of the activity never reach into those of the next. */
const PER_VERSION = 100

/**
 * Keys that no other question of this activity ever had, also none that was removed or is worded differently now, so that an answer on its
 * way never lands at another question. `version` is that of the stored activity, 0 for a new one.
 */
export function keyed(asked: z.output<typeof Questions>, old: readonly StoredQuestion[], version: number): StoredQuestion[] {
  const isSame = (one: (typeof asked)[number]) =>
    old.some(({ key, label, type }) => key === one.key && label === one.label && type === one.type)
  let last = version * PER_VERSION
  return asked.map((one) => ({
    key: isSame(one) ? one.key! : `q${++last}`,
    label: one.label,
    type: one.type,
    required: one.required,
    options: one.options,
  }))
}

/** The answers in words with their questions; a missing or invalid answer is refused at its question. */
export function answered(questions: readonly StoredQuestion[], answers: FormData): Answer[] {
  const template = formOf(questions)
  const data = tidyForm(template, answers)
  const gone = Object.keys(data).filter((key) => !questions.some((one) => one.key === key))
  if (gone.length > 0) throw invalid(gone.map((key) => ({ path: `answers.${key}`, message: '这个问题已经修改，请刷新页面后再报名' })))
  const wrong = draftFaults(template, data)
  const faults = wrong.length > 0 ? wrong : submitFaults(template, data, {})
  if (faults.length > 0) throw invalid(faults.map(({ path, message }) => ({ path: path.replace(/^formData\./, 'answers.'), message })))
  return fieldsOf(template).flatMap((f) => {
    const words = valueWords(f, data[f.key])
    return words === '' ? [] : [{ label: f.label, words }]
  })
}

export const sealAnswers = (k: Kernel, answers: readonly Answer[]): string | null =>
  answers.length === 0 ? null : sealPii(k, JSON.stringify(answers))
export const openAnswers = (k: Kernel, sealed: string | null): Answer[] => answersIn(sealed ? openPii(k, sealed) : '')
/** After an account was closed, the field contains a plain text instead. */
const answersIn = (text: string): Answer[] => (text.startsWith('[') ? (JSON.parse(text) as Answer[]) : [])
/** Opened answers as one text for the person's own data; a text that is no answers stays as it is. */
export const answersText = (opened: unknown): string => {
  const text = typeof opened === 'string' ? opened : ''
  const answers = answersIn(text)
  return answers.length === 0 ? text : answers.map(({ label, words }) => `${label}：${words}`).join('；')
}
