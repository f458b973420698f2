/** The questions of an activity as a form of the form engine. Without schemas, because the public page loads it. */
import type { FormTemplate } from '../form/template.ts'
import type { StoredQuestion } from './questions.ts'

export const withOptions = (type: string): boolean => type === 'enum' || type === 'multiEnum'

export const formOf = (questions: readonly StoredQuestion[]): FormTemplate => ({
  sections: [
    {
      key: 'questions',
      title: '报名问题',
      fields: questions.map(({ key, label, type, required, options }) => ({
        key,
        label,
        type,
        required,
        ...(withOptions(type) ? { options: options.map((one) => ({ label: one, value: one })) } : {}),
      })),
    },
  ],
  materials: [],
})
