import { z } from 'zod'
import { activity, type ActivityItem } from '../../contract/training/activity.ts'
import { REASON_MAX } from '../../contract/training/states.ts'
import { requiredText, wireTime } from '../../contract/fields.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const Delay = z.strictObject({
  newStartTime: wireTime,
  newEndTime: wireTime,
  newEnrolEndTime: wireTime.nullish(),
  reason: requiredText(REASON_MAX, '请填写延期原因'),
})
const fields = formFields(
  Delay,
  { key: 'newStartTime', label: '新的开始时间', kind: 'dateTime', half: true },
  { key: 'newEndTime', label: '新的结束时间', kind: 'dateTime', half: true },
  { key: 'newEnrolEndTime', label: '新的报名截止', kind: 'dateTime', half: true, hint: '不填则到新的开始时间' },
  { key: 'reason', label: '延期原因', kind: 'longText', maxLength: REASON_MAX, hint: '已报名的人会在通知里看到' },
)

/** Postpones an activity; enrolled persons keep their seats and are notified. */
export function DelayForm({ row, onClose, onDone }: { row: ActivityItem; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormModal open title={`延期“${row.title}”`} onClose={onClose} width={640}>
      <RecordForm
        schema={Delay}
        fields={fields}
        initial={{}}
        draft={{ key: `trainDelay:${row.id}` }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(activity.delay, { body: { ...values, id: row.id, version: row.standing!.version } }, { silent: true })
          toast.success('活动已延期')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
