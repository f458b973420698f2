import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { proposals, SaveRepeal, type ManagedPolicy } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { Hanging } from './hanging.tsx'
import { PolicyChoice } from './policy-choice.tsx'

const fields = formFields(
  SaveRepeal,
  { key: 'repealedOn', label: '废止日期', kind: 'date', hint: '自这一天起不再执行；此前仍参与匹配与申报' },
  { key: 'repealedById', label: '废止它的政策', as: PolicyChoice, hint: '本平台上的政策；没有可不选' },
  { key: 'basis', label: '废止依据', kind: 'longText', hint: '文件名称与文号，例如清理结果的公告', maxLength: 300 },
)

/** Records the repeal of a policy; a returned one is reopened with its content. */
export default function RepealDialog({ policy, onClose, onDone }: { policy: ManagedPolicy; onClose(): void; onDone(): Promise<void> }) {
  const written = policy.proposals.find((p) => p.kind === 'repeal')
  return (
    <FormModal open title={`登记废止：${policy.policyTitle}`} onClose={onClose}>
      {written?.reviewOpinion && <p>上次审核意见：{written.reviewOpinion}</p>}
      <Hanging policyId={policy.id} action="repeal" />
      <RecordForm
        schema={SaveRepeal}
        draft={{ key: `repeal:${policy.id}` }}
        fields={fields}
        initial={{
          policyId: policy.id,
          ...(written
            ? {
                version: written.version,
                repealedOn: written.effectiveOn,
                repealedById: written.repeal?.by?.id ?? null,
                basis: written.repeal?.basis ?? '',
              }
            : {}),
        }}
        submitText="提交"
        onCancel={onClose}
        onSubmit={async (values) => {
          const { state } = await call(proposals.repeal, { body: values }, { silent: true })
          toast.success(state === POLICY_STATE.published ? '已登记废止' : '已提交，由同事审核')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
