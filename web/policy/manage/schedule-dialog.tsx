import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { managed, type ManagedPolicy } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { localTime } from '../../kit/date/local-time.ts'
import { toast } from '../../toast.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { FormModal } from '../../kit/dialog/form-modal.tsx'

const Schedule = lazyPart(() => import('./schedule-form.client.tsx').then((m) => m.Schedule))

/** Times at which a policy is published and taken down automatically. */
export function ScheduleDialog({ policy, onClose, onDone }: { policy: ManagedPolicy; onClose(): void; onDone(): Promise<void> }) {
  return (
    <FormModal open title={`定时上下架：${policy.policyTitle}`} onClose={onClose}>
      <Schedule
        canPublish={policy.state !== POLICY_STATE.published}
        initial={{ publishAt: localTime(policy.publishAt) || null, takeDownAt: localTime(policy.takeDownAt) || null }}
        onCancel={onClose}
        onSubmit={async (times) => {
          const { state } = await call(managed.schedule, { body: { id: policy.id, version: policy.version, ...times } }, { silent: true })
          toast.success(state === POLICY_STATE.scheduled ? '已设为待上架，到时自动上架' : '已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
