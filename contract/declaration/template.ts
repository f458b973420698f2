/** The form of a project: its questions, required papers and review steps. */
import { z } from 'zod'
import { id, requiredText, text, wireInt } from '../fields.ts'
import { formFaults, formKey, formSections, showRule } from '../form/template.ts'
import { suffixesOf } from '../upload-kinds.ts'
import { reviewStepKeys, reviewSteps, stepModes, type StepMode } from './states.ts'

/** Formats of a paper: all uploads except videos. */
export const materialSuffixes = suffixesOf('document', 'sheet', 'picture')

export const formMaterial = z.strictObject({
  key: formKey,
  name: requiredText(80, '请输入材料名称'),
  required: z.boolean().default(true),
  /** extensions with the dot */
  accept: z.array(z.enum(materialSuffixes)).min(1).max(materialSuffixes.length).default(['.pdf', '.docx', '.jpg', '.png']),
  maxMb: wireInt(1, 30).default(30),
  maxCount: wireInt(1, 20).default(1),
  hint: text(200).optional(),
  /** 空白表格: the blank form to fill in for this paper; public for download */
  blank: z
    .strictObject({
      filePath: z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确'),
      fileName: text(255),
    })
    .optional(),
  showIf: showRule.optional(),
})

export const reviewStepConfig = z.strictObject({
  step: z.enum(reviewStepKeys as [(typeof reviewStepKeys)[number], ...(typeof reviewStepKeys)[number][]]),
  /** this project’s own name of the step (ADR 0550); '' or missing: the usual name */
  name: text(12).optional(),
  permission: z.enum(['declaration:accept', 'declaration:review']),
  /** null: any office whose staff have the permission */
  officeId: id.nullable().default(null),
  /** the signing offices of 会签, 依次会签 and 或签 */
  officeIds: z.array(id).min(2, '会签和或签至少两个部门').max(10, '最多 10 个部门').optional(),
  /** working days for the step */
  workdays: wireInt(1, 250).optional(),
  mode: z.enum(Object.keys(stepModes) as [StepMode, ...StepMode[]]).default('one'),
})

export const projectTemplate = z
  .strictObject({
    name: requiredText(100, '请输入项目名称'),
    sections: formSections,
    materials: z.array(formMaterial).max(30).default([]),
    /** key of the money field with the amount asked for */
    amountField: formKey.optional(),
    /** keys of the text fields with the bank account, for the payment sheet */
    bankField: formKey.optional(),
    accountField: formKey.optional(),
    steps: z.array(reviewStepConfig).min(1, '至少一个审核环节').max(reviewStepKeys.length),
    /** promised working days from the first submission to the decision; paused while the enterprise corrects */
    limitDays: wireInt(1, 250).optional(),
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
    formFaults(t, fault)
    if (t.amountField && fields.find((f) => f.key === t.amountField)?.type !== 'money')
      fault(['amountField'], '申请金额字段应为金额类型的字段')
    for (const place of ['bankField', 'accountField'] as const)
      if (t[place] && fields.find((f) => f.key === t[place])?.type !== 'text') fault([place], '应为单行文本类型的字段')
    t.steps.forEach((s, i) => {
      const several = s.mode === 'all' || s.mode === 'ordered' || s.mode === 'any'
      if (several && !s.officeIds) fault(['steps', i, 'officeIds'], '请选择至少两个部门')
      if (several && new Set(s.officeIds).size !== (s.officeIds?.length ?? 0)) fault(['steps', i, 'officeIds'], '部门不能重复')
      if (!several && s.officeIds) fault(['steps', i, 'officeIds'], '只有会签和或签可以选择多个部门')
      if (several && s.officeId !== null) fault(['steps', i, 'officeId'], '会签和或签在部门名单中选择部门')
    })
    const order = t.steps.map((s) => reviewStepKeys.indexOf(s.step))
    if (order.some((n, i) => i > 0 && n <= order[i - 1]!))
      fault(['steps'], `审核环节应依次为${reviewStepKeys.map((key) => reviewSteps[key].label).join('、')}，且不重复`)
  })

export type ProjectTemplate = z.output<typeof projectTemplate>
export type FormMaterial = z.output<typeof formMaterial>
export type ReviewStepConfig = z.output<typeof reviewStepConfig>
