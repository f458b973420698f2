import { z } from 'zod'
import { appeal, EvaluateAppeal, SupplementAppeal, type AppealDetail } from '../../contract/appeal.ts'
import { formFiles } from '../../contract/appeal/parts.ts'
import { APPEAL_CONTENT_MAX, APPEAL_FILES_MAX, appealScores } from '../../contract/appeal/states.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { sentFiles } from './words.tsx'

interface Props {
  appeal: AppealDetail
  onDone(words: string): Promise<unknown>
  onClose(): void
}

const Evaluation = z.object({
  score: z.number({ error: '请选择满意程度' }),
  content: EvaluateAppeal.shape.content,
  redo: z.boolean().optional(),
})
const Supplement = z.object({ content: SupplementAppeal.shape.content, files: formFiles })

/** The sender's evaluation; a dissatisfied sender may ask once to have the appeal handled again. */
export function EvaluateForm({ appeal: a, onDone, onClose }: Props) {
  const fields = formFields(
    Evaluation,
    {
      key: 'score',
      label: '满意程度',
      kind: 'radio',
      options: [5, 4, 3, 2, 1].map((value) => ({ value, label: appealScores[value]! })),
    },
    { key: 'content', label: '评价内容（可不填）', kind: 'longText', maxLength: 300 },
    ...(a.allowed.includes('redo')
      ? ([{ key: 'redo', label: '要求重办', kind: 'switch', hint: '只有一次：退回办理部门重新办理，时限重新计算，重办后再评价' }] as const)
      : []),
  )
  return (
    <RecordForm
      schema={Evaluation}
      fields={fields}
      submitText="提交评价"
      draft={{ key: `appealEvaluate:${a.id}` }}
      onCancel={onClose}
      onSubmit={async ({ score, content, redo }) => {
        const again = redo === true
        await call(
          appeal.evaluate,
          { body: { id: a.id, version: a.version, score, content: content ?? '', redo: again } },
          { silent: true },
        )
        await onDone(again ? '已退回办理部门重办' : '感谢您的评价')
      }}
    />
  )
}

/** Adds text and files later. */
export function SupplementForm({ appeal: a, onDone, onClose }: Props) {
  const fields = formFields(
    Supplement,
    { key: 'content', label: '补充内容', kind: 'longText', maxLength: APPEAL_CONTENT_MAX },
    { key: 'files', label: '附件（可不填）', kind: 'documents', limit: APPEAL_FILES_MAX },
  )
  return (
    <RecordForm
      schema={Supplement}
      fields={fields}
      submitText="提交补充"
      draft={{ key: `appealSupplement:${a.id}` }}
      onCancel={onClose}
      onSubmit={async ({ content, files }) => {
        await call(appeal.supplement, { body: { id: a.id, version: a.version, content, files: sentFiles(files) } }, { silent: true })
        await onDone('已补充')
      }}
    />
  )
}
