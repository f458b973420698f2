import { z } from 'zod'
import { requiredText, wireTime } from '../../contract/fields.ts'
import { plan, SavePlan, type TrainPlan } from '../../contract/training/plan.ts'
import { REASON_MAX, TITLE_MAX } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

interface Props {
  onClose(): void
  onDone(): Promise<unknown>
}
const fields = formFields(
  SavePlan,
  { key: 'title', label: '计划名称', maxLength: TITLE_MAX },
  { key: 'year', label: '年度', kind: 'number', half: true },
  { key: 'budget', label: '预算（万元）', kind: 'number', half: true },
  { key: 'startTime', label: '开始时间', kind: 'dateTime', half: true },
  { key: 'endTime', label: '结束时间', kind: 'dateTime', half: true },
  { key: 'target', label: '对象', kind: 'longText', maxLength: 300 },
)

const shownOf = ({ id, version, title, year, officeId, budget, startTime, endTime, target }: TrainPlan) => ({
  id,
  version,
  title,
  year,
  officeId,
  budget,
  startTime,
  endTime,
  target,
})

/** Writes a plan; the input is kept as a draft. */
export function PlanForm({ row, onClose, onDone }: Props & { row: TrainPlan | null }) {
  return (
    <FormModal open title={row ? '编辑计划' : '新增计划'} onClose={onClose} width={720}>
      <RecordForm
        schema={SavePlan}
        fields={fields}
        initial={row ? shownOf(row) : {}}
        latest={row ? () => call(plan.findById, { query: { id: row.id } }, { silent: true }).then(shownOf) : undefined}
        draft={row ? undefined : { key: 'trainPlan:new' }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(plan.saveOrUpdate, { body: values }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

const Delay = z.strictObject({ newStartTime: wireTime, newEndTime: wireTime, reason: requiredText(REASON_MAX, '请填写延期原因') })
const delayFields = formFields(
  Delay,
  { key: 'newStartTime', label: '新的开始时间', kind: 'dateTime', half: true },
  { key: 'newEndTime', label: '新的结束时间', kind: 'dateTime', half: true },
  { key: 'reason', label: '延期原因', kind: 'longText', maxLength: REASON_MAX },
)
/** Changes the times of a plan. */
export function PlanDelay({ row, onClose, onDone }: Props & { row: TrainPlan }) {
  return (
    <FormModal open title={`延期“${row.title}”`} onClose={onClose} width={640}>
      <RecordForm
        schema={Delay}
        fields={delayFields}
        initial={{}}
        draft={{ key: `trainPlanDelay:${row.id}` }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(plan.delay, { body: { ...values, id: row.id, version: row.version } }, { silent: true })
          toast.success('计划已延期')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
