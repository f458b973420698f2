import { companyRelations, RelationBody } from '../../../contract/company/relations.ts'
import { relationConsent, relationKindOptions } from '../../../contract/company/relation-words.ts'
import { requiredText } from '../../../contract/fields.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'

const StaffBody = RelationBody.safeExtend({ evidence: requiredText(500, '请填写登记的依据') })

interface Props {
  own: boolean
  companyId: number
  onClose: () => void
  onSaved: () => unknown
}

/** Enters a related company by its credit code; staff give the grounds. */
export function RelationForm({ own, companyId, onClose, onSaved }: Props) {
  return (
    <FormModal title="登记关联企业" open onClose={onClose} width={720}>
      <p className="meta">{relationConsent}</p>
      <RecordForm
        draft={{ key: `relation:${companyId}` }}
        schema={(own ? RelationBody : StaffBody) as typeof RelationBody}
        fields={[
          { key: 'code', label: '统一社会信用代码', kind: 'text', half: true, maxLength: 18 },
          { key: 'name', label: '企业名称', kind: 'text', half: true, maxLength: 100 },
          { key: 'kind', label: '对方是本企业的', kind: 'select', half: true, options: relationKindOptions },
          { key: 'share', label: '持股比例', kind: 'number', half: true, unit: '%', hint: '没有持股的不填' },
          { key: 'since', label: '开始日期', kind: 'date', half: true },
          { key: 'until', label: '结束日期', kind: 'date', half: true, hint: '仍关联的不填' },
          ...(own
            ? []
            : [
                {
                  key: 'evidence' as const,
                  label: '登记依据',
                  kind: 'longText' as const,
                  maxLength: 500,
                  hint: '企业不可见，记入审计日志',
                },
              ]),
        ]}
        onCancel={onClose}
        onSubmit={async (body) => {
          await call(companyRelations.save, { query: own ? {} : { companyId }, body }, { silent: true })
          toast.success('已登记，等待确认')
          await onSaved()
          onClose()
        }}
      />
    </FormModal>
  )
}
