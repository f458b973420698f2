import { useState } from 'react'
import { z } from 'zod'
import {
  appeal,
  BackAppeal,
  DealAppeal,
  ExtendAppeal,
  PauseAppeal,
  RuleAppeal,
  TransferAppeal,
  type AppealDetail,
} from '../../contract/appeal.ts'
import { formFiles } from '../../contract/appeal/parts.ts'
import {
  appealCodes,
  APPEAL_CONTENT_MAX,
  APPEAL_FILES_MAX,
  appealPauses,
  appealResults,
  EXTEND_DAYS_MAX,
} from '../../contract/appeal/states.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { useCan } from '../session.ts'
import { offices } from './offices.ts'
import { answerControl } from './answer-input.tsx'
import { sentFiles } from './words.tsx'

interface Props {
  appeal: AppealDetail
  onDone(words: string): Promise<unknown>
  onClose(): void
}
const optionsOf = <T extends object>(words: T) => Object.entries(words).map(([value, label]) => ({ value, label: String(label) }))
const office = z.number({ error: '请选择部门' })

const Transfer = z.object({
  officeId: office,
  assistOfficeIds: z.array(z.number()).max(10, '最多 10 个协办部门').optional(),
  remark: TransferAppeal.shape.remark,
})
/** Passes an appeal on: the office in charge, assisting offices, and an internal note that the sender cannot read. */
export function TransferForm({ appeal: a, onDone, onClose }: Props) {
  const fields = formFields(
    Transfer,
    {
      key: 'officeId',
      label: '主办部门',
      kind: 'select',
      options: offices,
      ...(a.proposed ? { hint: a.proposed.ground } : {}),
    },
    { key: 'assistOfficeIds', label: '协办部门（可不填）', kind: 'multiSelect', options: offices },
    { key: 'remark', label: '给部门的说明（可不填，提出人看不到）', kind: 'longText', maxLength: 500 },
  )
  return (
    <RecordForm
      schema={Transfer}
      fields={fields}
      initial={a.proposed ? { officeId: a.proposed.officeId } : {}}
      submitText="转办"
      draft={{ key: `appealTransfer:${a.id}` }}
      onCancel={onClose}
      onSubmit={async ({ officeId, assistOfficeIds, remark }) => {
        const body = { id: a.id, version: a.version, officeId, assistOfficeIds: assistOfficeIds ?? [], remark: remark ?? '' }
        await call(appeal.transfer, { body }, { silent: true })
        await onDone('已转办')
      }}
    />
  )
}

const Deal = z.object({ result: DealAppeal.shape.result, dealContent: DealAppeal.shape.dealContent, files: formFiles })
/** The answer; the sender can read it after another user has approved it. `/` at the beginning of a line offers answer templates. */
export function DealForm({ appeal: a, onDone, onClose }: Props) {
  const [Answer] = useState(() => answerControl(a.typeId))
  const fields = formFields(
    Deal,
    { key: 'result', label: '办理结果', kind: 'radio', options: optionsOf(appealResults) },
    {
      key: 'dealContent',
      label: '答复内容',
      as: Answer,
      maxLength: APPEAL_CONTENT_MAX,
      hint: '写明做了什么、依据是什么、何时见效。输入 / 可以选用答复模板。由另一人审核后，提出人看到。',
    },
    { key: 'files', label: '附件（可不填）', kind: 'documents', limit: APPEAL_FILES_MAX },
  )
  const files = a.dealFiles.map((file) => ({ ...file, exName: file.fileName }))
  return (
    <RecordForm
      schema={Deal}
      fields={fields}
      initial={a.dealContent === null ? {} : { dealContent: a.dealContent, files }}
      submitText="提交审核"
      draft={{ key: `appealDeal:${a.id}` }}
      onCancel={onClose}
      onSubmit={async ({ result, dealContent, files: typed }) => {
        await call(appeal.deal, { body: { id: a.id, version: a.version, dealContent, result, files: sentFiles(typed) } }, { silent: true })
        await onDone('已提交审核')
      }}
    />
  )
}

const Back = z.object({ reason: BackAppeal.shape.reason, suggestOfficeId: z.number().optional() })
/** Returns an appeal to the sender because something is missing, or to the service centre because another office is in charge. */
export function BackForm({ appeal: a, onDone, onClose }: Props) {
  const toSender = a.state === appealCodes.code.waiting
  const fields = formFields(
    Back,
    {
      key: 'reason',
      label: '退回原因',
      kind: 'longText',
      maxLength: 500,
      hint: toSender ? '提出人会看到，请写明要补充什么' : '服务中心会看到，请写明依据；时限不因退回而延长',
    },
    ...(toSender ? [] : ([{ key: 'suggestOfficeId', label: '建议办理部门（可不填）', kind: 'select', options: offices }] as const)),
  )
  return (
    <RecordForm
      schema={Back}
      fields={fields}
      submitText="退回"
      draft={{ key: `appealBack:${a.id}` }}
      onCancel={onClose}
      onSubmit={async ({ reason, suggestOfficeId }) => {
        const body = { id: a.id, version: a.version, reason, ...(suggestOfficeId ? { suggestOfficeId } : {}) }
        await call(appeal.back, { body }, { silent: true })
        await onDone(toSender ? '已退回提出人补充' : '已退回服务中心')
      }}
    />
  )
}

const Rule = z.object({ officeId: office, ground: RuleAppeal.shape.ground })
/** Decides which office is in charge; that office cannot return the appeal, and the next appeal of this kind is proposed to it. */
export function RuleForm({ appeal: a, onDone, onClose }: Props) {
  const fields = formFields(
    Rule,
    { key: 'officeId', label: '裁定由哪个部门办理', kind: 'select', options: offices, hint: '被裁定的部门不能再退回或转出' },
    { key: 'ground', label: '裁定依据', kind: 'longText', maxLength: 500 },
  )
  return (
    <RecordForm
      schema={Rule}
      fields={fields}
      submitText="裁定"
      draft={{ key: `appealRule:${a.id}` }}
      onCancel={onClose}
      onSubmit={async (values) => {
        await call(appeal.rule, { body: { id: a.id, version: a.version, ...values } }, { silent: true })
        await onDone('已裁定')
      }}
    />
  )
}

const Pause = z.object({ kind: PauseAppeal.shape.kind, reason: PauseAppeal.shape.reason })
/** The ground on which the deadline is paused; the sender can read it. */
export function PauseForm({ appeal: a, onDone, onClose }: Props) {
  const can = useCan()
  const { outside, ...own } = appealPauses
  const fields = formFields(
    Pause,
    { key: 'kind', label: '暂停原因', kind: 'radio', options: optionsOf(can('appeal:dispatch') ? { ...own, outside } : own) },
    { key: 'reason', label: '说明', kind: 'longText', maxLength: 500, hint: '提出人会看到。暂停累计最多 30 个工作日' },
  )
  return (
    <RecordForm
      schema={Pause}
      fields={fields}
      submitText="暂停计时"
      draft={{ key: `appealPause:${a.id}` }}
      onCancel={onClose}
      onSubmit={async ({ kind, reason }) => {
        await call(appeal.pause, { body: { id: a.id, version: a.version, kind, reason } }, { silent: true })
        await onDone('已暂停计时')
      }}
    />
  )
}

const Extend = z.object({
  days: z.number({ error: '请填写延期的工作日' }).min(1, '至少 1 个工作日').max(EXTEND_DAYS_MAX, `最多 ${EXTEND_DAYS_MAX} 个工作日`),
  reason: ExtendAppeal.shape.reason,
})
/** Extends the deadline once: the office asks for it, the service centre grants it. */
export function ExtendForm({ appeal: a, onDone, onClose }: Props) {
  const can = useCan()
  const grants = can('appeal:dispatch')
  const fields = formFields(
    Extend,
    { key: 'days', label: '延期', kind: 'number', unit: '个工作日', hint: `只能延期一次，最多 ${EXTEND_DAYS_MAX} 个工作日` },
    { key: 'reason', label: '理由', kind: 'longText', maxLength: 500, hint: grants ? '提出人会看到' : '服务中心批准后，提出人会看到' },
  )
  return (
    <RecordForm
      schema={Extend}
      fields={fields}
      initial={a.extension ?? {}}
      submitText={grants ? '批准延期' : '申请延期'}
      draft={{ key: `appealExtend:${a.id}` }}
      onCancel={onClose}
      onSubmit={async ({ days, reason }) => {
        await call(appeal.extend, { body: { id: a.id, version: a.version, days, reason } }, { silent: true })
        await onDone(grants ? `已延期 ${days} 个工作日` : '已申请延期，等待服务中心批准')
      }}
    />
  )
}
