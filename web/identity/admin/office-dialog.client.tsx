import { offices, SaveOffice, type OfficeRow } from '../../../contract/identity/offices.ts'
import { call } from '../../api.ts'
import { useConfirmed } from '../../kit/dialog/use-confirmed.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { OfficeChoice } from './choices.tsx'

const fields = formFields(
  SaveOffice,
  { key: 'name', label: '部门名称', maxLength: 60 },
  { key: 'code', label: '部门代码', maxLength: 32, hint: '小写字母、数字、下划线或短横，其他系统以此识别' },
  { key: 'parentId', label: '上级部门', as: OfficeChoice, placeholder: '不选则为第一级' },
  { key: 'order', label: '顺序', kind: 'number', hint: '小的在前', half: true },
  {
    key: 'enableFlag',
    label: '状态',
    kind: 'radio',
    half: true,
    options: [
      { value: 1, label: '启用' },
      { value: 0, label: '停用' },
    ],
  },
)

const shownOf = (office: Partial<OfficeRow>) => ({
  ...(office.id ? { id: office.id, version: office.version } : {}),
  name: office.name ?? '',
  code: office.code ?? '',
  parentId: office.parentId ?? null,
  order: office.order ?? 0,
  enableFlag: office.enableFlag ?? 1,
})

/** Adds an office (below another, when one is given) or changes one. */
export function OfficeDialog({ office, onClose, onDone }: { office: Partial<OfficeRow>; onClose(): void; onDone(): Promise<unknown> }) {
  const { id } = office
  const confirming = useConfirmed()
  return (
    <FormModal open title={office.id ? '编辑部门' : '新增部门'} onClose={onClose} width={560}>
      <RecordForm
        schema={SaveOffice}
        draft={office.id ? undefined : { key: `office:new:${office.parentId ?? 0}` }}
        fields={fields}
        initial={shownOf(office)}
        latest={id ? () => call(offices.findById, { query: { id } }, { silent: true }).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          await confirming('仍然停用', (confirmed) => call(offices.save, { body: { ...values, confirmed } }, { silent: true }))
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
