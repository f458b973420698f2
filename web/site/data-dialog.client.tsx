import { basicData, SaveBasicData, type BasicDataRow, type DataBlock } from '../../contract/site/basic-data.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const fields = formFields(
  SaveBasicData,
  { key: 'name', label: '名称', maxLength: 30, half: true },
  { key: 'code', label: '代码', maxLength: 40, half: true, hint: '字母开头，供页面取用' },
  { key: 'value', label: '数值或内容', maxLength: 200 },
  { key: 'unit', label: '单位（可不填）', maxLength: 10, half: true },
  { key: 'asOf', label: '数据日期（可不填）', kind: 'date', half: true },
  { key: 'source', label: '来源（可不填）', maxLength: 60 },
  { key: 'order', label: '顺序', kind: 'number', half: true },
  {
    key: 'enableFlag',
    label: '状态',
    kind: 'radio',
    options: [
      { value: 1, label: '显示' },
      { value: 0, label: '不显示' },
    ],
    half: true,
  },
)

interface Props {
  block: DataBlock
  data: BasicDataRow | null
  onClose(): void
  onDone(): Promise<unknown>
}
/** Adds or changes a statistic. */
export function DataDialog({ block, data: d, onClose, onDone }: Props) {
  return (
    <FormModal open title={d ? `编辑：${d.name}` : '新增数据'} onClose={onClose} width={640}>
      <RecordForm
        schema={SaveBasicData}
        fields={fields}
        initial={d ? { ...d } : { block, enableFlag: 1, order: 0 }}
        draft={{ key: `basicData:${d?.id ?? `new:${block}`}` }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(basicData.save, { body: { ...values, block } }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
