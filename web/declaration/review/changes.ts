import type { Correction, FormValue, ProjectTemplate, ReviewDetail } from '../../../contract/declaration.ts'
import { valueWords } from '../../../contract/form/rules.ts'
import { workOutForm } from '../../../contract/form/values.ts'
import { messages } from '../../../contract/messages.ts'
import { showNumber } from '../../kit/form/values.ts'

type Field = ProjectTemplate['sections'][number]['fields'][number]
export type SentFile = ReviewDetail['files'][string][number]

/** A submitted value in words; 无 when empty. */
export const valueText = (field: Pick<Field, 'type' | 'unit' | 'options' | 'columns'>, value: FormValue | undefined): string =>
  valueWords(field, value, showNumber) || messages.none

export interface ShownField {
  key: string
  path: string
  label: string
  type: Field['type']
  text: string
  before: string | null
  asked: string | null
}
export interface ShownMaterial {
  key: string
  path: string
  name: string
  required: boolean
  files: readonly (SentFile & { isNew: boolean })[]
  removed: readonly SentFile[]
  changed: boolean
  asked: string | null
}
export interface Shown {
  sections: { key: string; title: string; fields: ShownField[] }[]
  materials: ShownMaterial[]
  changes: number
}

/** The declaration for a reviewer: each value with that of the earlier round when it differs, and what was asked to be corrected. */
export function shownOf({
  project,
  formData,
  files,
  previous,
  corrections,
}: Pick<ReviewDetail, 'project' | 'formData' | 'files' | 'previous' | 'corrections'>): Shown {
  const asked = (path: string) => corrections.find((c: Correction) => c.path === path)?.message ?? null
  const { hidden } = workOutForm(project.template, formData)
  const sections = project.template.sections
    .filter((s) => !hidden.has(`section.${s.key}`))
    .map((section) => ({
      key: section.key,
      title: section.title,
      fields: section.fields
        .filter((f) => !hidden.has(`form.${f.key}`))
        .map((field): ShownField => {
          const text = valueText(field, formData[field.key])
          const before = previous ? valueText(field, previous.formData[field.key]) : null
          return {
            key: field.key,
            path: `form.${field.key}`,
            label: field.label,
            type: field.type,
            text,
            before: before === text ? null : before,
            asked: asked(`form.${field.key}`),
          }
        }),
    }))
  const materials = project.template.materials
    .filter((m) => !hidden.has(`files.${m.key}`))
    .map((material): ShownMaterial => {
      const now = files[material.key] ?? []
      const old = previous?.files[material.key] ?? []
      const isIn = (list: readonly SentFile[], file: SentFile) => list.some((f) => f.filePath === file.filePath)
      const shown = now.map((f) => ({ ...f, isNew: previous !== null && !isIn(old, f) }))
      const removed = old.filter((f) => !isIn(now, f))
      return {
        key: material.key,
        path: `files.${material.key}`,
        name: material.name,
        required: material.required,
        files: shown,
        removed,
        changed: removed.length > 0 || shown.some((f) => f.isNew),
        asked: asked(`files.${material.key}`),
      }
    })
  const changes = sections.flatMap((s) => s.fields).filter((f) => f.before !== null).length + materials.filter((m) => m.changed).length
  return { sections, materials, changes }
}

export interface Check {
  label: string
  state: 'ok' | 'bad' | 'unknown'
  text: string
}

/** The automatic checks before a decision; each line names its source. */
export function checksOf({
  risks,
  riskType,
  company,
  project,
  files,
  formData,
}: Pick<ReviewDetail, 'risks' | 'riskType' | 'company' | 'project' | 'files' | 'formData'>): Check[] {
  const { hidden } = workOutForm(project.template, formData)
  const missing = project.template.materials.filter((m) => m.required && !hidden.has(`files.${m.key}`) && (files[m.key] ?? []).length === 0)
  const blocking = risks?.some((r) => r.blocking)
  return [
    {
      label: '必交材料',
      state: missing.length === 0 ? 'ok' : 'bad',
      text: missing.length === 0 ? '齐全' : `缺少：${missing.map((m) => m.name).join('、')}`,
    },
    risks === null
      ? { label: '风险核查', state: 'unknown', text: '企业未授权，未读取档案' }
      : {
          label: '风险核查',
          state: risks.length === 0 ? 'ok' : 'bad',
          text:
            risks.length === 0
              ? '企业档案中没有风险记录'
              : `${blocking ? '有不可申报的风险：' : '有需自查的风险：'}${risks.map((r) => r.riskName).join('、')}`,
        },
    ...(risks === null || riskType === null
      ? []
      : [
          {
            label: '提交时的核查',
            state: riskType === '00' ? 'ok' : 'bad',
            text: riskType === '00' ? '无风险' : riskType === '01' ? '不可申报' : '需自查',
          } satisfies Check,
        ]),
    {
      label: '档案完整度',
      state: company.completeness === null ? 'unknown' : company.completeness >= 100 ? 'ok' : 'unknown',
      text: company.completeness === null ? '企业未授权，未读取档案' : `${company.completeness}%`,
    },
  ]
}

/** Whether a pass in this state is the last one, so that an amount must be set. */
export function decidesAmount(
  { project, state }: Pick<ReviewDetail, 'project' | 'state'>,
  codeOfStep: (step: ReviewDetail['project']['template']['steps'][number]['step']) => number,
): boolean {
  const last = project.template.steps.at(-1)
  return project.template.amountField !== undefined && last !== undefined && codeOfStep(last.step) === state
}
