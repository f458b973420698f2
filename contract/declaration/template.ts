/** The form of a project: what the wizard asks, which materials it wants, and through which steps it is reviewed. */
import { z } from 'zod'
import { id, requiredText, text, wireInt } from '../fields.ts'
import { reviewStepKeys, stepModes, type StepMode } from './states.ts'

const key = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,39}$/, '标识以小写字母开头，只含字母和数字')
  .refine((k) => !['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'].includes(k), '该标识不可用')

/** money: 万元, up to 4 decimals · phone: stored encrypted, masked for staff */
export const formFieldTypes = {
  text: '单行文本',
  textarea: '多行文本',
  integer: '整数',
  number: '数值',
  money: '金额（万元）',
  date: '日期',
  boolean: '是/否',
  enum: '单选',
  multiEnum: '多选',
  phone: '手机号',
} as const
export type FormFieldType = keyof typeof formFieldTypes

export const formField = z.strictObject({
  key,
  label: requiredText(60, '请输入字段名称'),
  type: z.enum(Object.keys(formFieldTypes) as [FormFieldType, ...FormFieldType[]]),
  required: z.boolean().default(false),
  hint: text(200).optional(),
  unit: text(10).optional(),
  options: z
    .array(z.strictObject({ label: requiredText(60, '请输入选项名称'), value: z.string().min(1).max(60) }))
    .max(60)
    .optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** characters, text and textarea only */
  maxLength: wireInt(1, 5000).optional(),
  /** key of the company fact that fills it in, with consent */
  factKey: z.string().max(64).optional(),
})

export const formMaterial = z.strictObject({
  key,
  name: requiredText(80, '请输入材料名称'),
  required: z.boolean().default(true),
  /** extensions with the dot */
  accept: z
    .array(z.enum(['.pdf', '.docx', '.doc', '.xlsx', '.xls', '.jpg', '.jpeg', '.png']))
    .min(1)
    .max(8)
    .default(['.pdf', '.docx', '.jpg', '.png']),
  maxMb: wireInt(1, 30).default(30),
  maxCount: wireInt(1, 20).default(1),
  hint: text(200).optional(),
})

export const reviewStepConfig = z.strictObject({
  step: z.enum(reviewStepKeys as [(typeof reviewStepKeys)[number], ...(typeof reviewStepKeys)[number][]]),
  permission: z.enum(['declaration:accept', 'declaration:review']),
  /** null: any office whose people hold the permission */
  officeId: id.nullable().default(null),
  mode: z.enum(Object.keys(stepModes) as [StepMode, ...StepMode[]]).default('one'),
})

export const projectTemplate = z
  .strictObject({
    name: requiredText(100, '请输入项目名称'),
    sections: z
      .array(
        z.strictObject({
          key,
          title: requiredText(60, '请输入分组名称'),
          hint: text(300).optional(),
          fields: z.array(formField).min(1, '每个分组至少一个字段').max(60),
        }),
      )
      .min(1, '至少一个分组')
      .max(12),
    materials: z.array(formMaterial).max(30).default([]),
    /** key of the money field that is the amount asked for */
    amountField: key.optional(),
    steps: z.array(reviewStepConfig).min(1, '至少一个审核环节').max(3),
  })
  .superRefine((t, ctx) => {
    const fault = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
    const fields = t.sections.flatMap((s) => s.fields)
    const repeated = (keys: string[]) => keys.find((k, i) => keys.indexOf(k) !== i)
    for (const [path, keys] of [
      ['sections', t.sections.map((s) => s.key)],
      ['sections', fields.map((f) => f.key)],
      ['materials', t.materials.map((m) => m.key)],
    ] as const) {
      const twice = repeated(keys)
      if (twice) fault([path], `标识重复：${twice}`)
    }
    t.sections.forEach((section, i) =>
      section.fields.forEach((f, j) => {
        if ((f.type === 'enum' || f.type === 'multiEnum') && !f.options?.length)
          fault(['sections', i, 'fields', j, 'options'], '请填写选项')
        if (f.min !== undefined && f.max !== undefined && f.min > f.max) fault(['sections', i, 'fields', j, 'max'], '最大值不能小于最小值')
      }),
    )
    if (t.amountField && fields.find((f) => f.key === t.amountField)?.type !== 'money')
      fault(['amountField'], '申请金额字段应为金额类型的字段')
    const order = t.steps.map((s) => reviewStepKeys.indexOf(s.step))
    if (order.some((n, i) => i > 0 && n <= order[i - 1]!)) fault(['steps'], '审核环节应依次为受理、部门审核、决定，且不重复')
  })

export type ProjectTemplate = z.output<typeof projectTemplate>
export type FormField = z.output<typeof formField>
export type FormMaterial = z.output<typeof formMaterial>
export type ReviewStepConfig = z.output<typeof reviewStepConfig>
