import { useState } from 'react'
import { basicData, SaveBasicData, type BasicDataRow, type DataBlock } from '../../contract/site/basic-data.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { changesIn, SaveEffect } from './save-effect.tsx'

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

const labels = { name: '名称', value: '数值或内容', unit: '单位', asOf: '数据日期', source: '来源', order: '顺序' }
const places = {
  home: '门户首页（/page/home）右侧的数据',
  qqxs: '读取亲清新商数据的页面',
  zlb: '浙里办入口读取的应用信息',
} as const satisfies Record<DataBlock, string>
function effectOf(d: BasicDataRow | null, block: DataBlock, typed: Readonly<Record<string, unknown>>): string {
  const [was, now] = [d?.enableFlag === 1, typed['enableFlag'] !== 0]
  if (!was && !now) return '保存后仍不显示，公开页面不变。'
  if (!was) return `保存后立即出现在${places[block]}。`
  if (!now) return `保存后${places[block]}立即不再显示它。`
  const changes = changesIn(labels, d!, typed)
  return changes ? `保存后${places[block]}立即改变：${changes}。` : '还没有改动。'
}

interface Props {
  block: DataBlock
  data: BasicDataRow | null
  onClose(): void
  onDone(): Promise<unknown>
}
/** Adds or changes a statistic. */
export function DataDialog({ block, data, onClose, onDone }: Props) {
  // After a conflict it is compared with what the other one saved.
  const [d, setD] = useState(data)
  const latest = async (id: number) => {
    const now = await call(basicData.findById, { query: { id } }, { silent: true })
    setD(now)
    return { ...now }
  }
  return (
    <FormModal open title={d ? `编辑：${d.name}` : '新增数据'} onClose={onClose} width={640}>
      <RecordForm
        schema={SaveBasicData}
        fields={fields}
        initial={d ? { ...d } : { block, enableFlag: 1, order: 0 }}
        draft={{ key: `basicData:${d?.id ?? `new:${block}`}` }}
        effect={<SaveEffect say={(typed) => effectOf(d, block, typed)} />}
        latest={d ? () => latest(d.id) : undefined}
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
