/** The questions of an activity for those who enrol: fields of the form engine, of a few kinds (ADR 0810). */
import { z } from 'zod'
import { requiredText } from '../fields.ts'
import { formFieldTypes, formKey, type FormFieldType } from '../form/template.ts'
import { withOptions } from './question-form.ts'

export const QUESTIONS_MAX = 12
export const questionTypes = [
  'text',
  'textarea',
  'enum',
  'multiEnum',
  'boolean',
  'integer',
  'date',
] as const satisfies readonly FormFieldType[]
export const questionTypeOptions = questionTypes.map((value) => ({ value, label: formFieldTypes[value] }))

export const Question = z
  .strictObject({
    /** the key stays with the question when others move; the server assigns the key of a new one */
    key: formKey.optional(),
    label: requiredText(60, '请输入问题'),
    type: z.enum(questionTypes, { error: '请选择回答方式' }),
    required: z.boolean().default(false),
    /** only for 单选 and 多选; blank lines are ignored */
    options: z
      .array(z.string().trim().max(60, '选项最多 60 个字'))
      .max(60, '选项最多 60 个')
      .default([])
      .transform((all) => all.filter(Boolean)),
  })
  .superRefine((q, ctx) => {
    const fault = (message: string) => ctx.addIssue({ code: 'custom', path: ['options'], message })
    if (withOptions(q.type) && q.options.length < 2) fault('至少两个选项，每行一个')
    if (new Set(q.options).size < q.options.length) fault('选项重复')
    if (!withOptions(q.type) && q.options.length > 0) fault('只有单选和多选有选项')
  })
export const Questions = z
  .array(Question)
  .max(QUESTIONS_MAX, `最多 ${QUESTIONS_MAX} 个问题`)
  .superRefine((all, ctx) => {
    const seen = new Set<string>()
    all.forEach(({ key, label }, i) => {
      if (all.findIndex((one) => one.label === label) < i)
        ctx.addIssue({ code: 'custom', path: [i, 'label'], message: `问题重复：${label}` })
      if (key !== undefined && seen.has(key)) ctx.addIssue({ code: 'custom', path: [i, 'key'], message: `标识重复：${key}` })
      if (key !== undefined) seen.add(key)
    })
  })

export const StoredQuestion = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(questionTypes),
  required: z.boolean(),
  options: z.array(z.string()),
})
export type StoredQuestion = z.output<typeof StoredQuestion>
/** A question and its answer, in the words at the time of the answer. */
export const Answer = z.object({ label: z.string(), words: z.string() })
export type Answer = z.output<typeof Answer>

export const answerValues = z
  .record(z.string().max(40), z.union([z.boolean(), z.number(), z.string().max(2000), z.array(z.string().max(60)).max(60), z.null()]))
  .refine((all) => Object.keys(all).length <= 40, '回答过多')
