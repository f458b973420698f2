import { z } from 'zod'
import { FileAppeal } from '../../contract/appeal.ts'
import { APPEAL_CONTENT_MAX, APPEAL_TITLE_MAX } from '../../contract/appeal/states.ts'
import { callData, type CallRow } from '../../contract/callcentre/calls.ts'
import { isMobile } from '../../contract/callcentre/number.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import type { Typed } from './call-form.client.tsx'
import { CallTypePicker } from './words.tsx'

const Words = z.object({
  typeId: FileAppeal.shape.typeId,
  title: FileAppeal.shape.title,
  content: FileAppeal.shape.content,
  contact: FileAppeal.shape.contact,
  phone: FileAppeal.shape.phone,
})
const fields = formFields(
  Words,
  { key: 'typeId', label: '诉求类型', as: CallTypePicker },
  { key: 'title', label: '标题', maxLength: APPEAL_TITLE_MAX, placeholder: '一句话说明要解决什么' },
  { key: 'content', label: '内容', kind: 'longText', maxLength: APPEAL_CONTENT_MAX },
  { key: 'contact', label: '联系人', half: true, maxLength: 30 },
  { key: 'phone', label: '手机号', half: true, maxLength: 20 },
)

/** 转诉求: files an appeal for the company, which reads, supplements and evaluates it; the call is registered with the appeal. */
export function AppealOfCall({
  row,
  companyId,
  name,
  typed,
  onCancel,
  onDone,
}: {
  row: CallRow
  /** null: no company is chosen at present */
  companyId: number | null
  name: string | undefined
  /** the input of the call form so far */
  typed: Typed
  onCancel(): void
  onDone(): Promise<unknown>
}) {
  return (
    <>
      <p className="meta">
        以{name ? `“${name}”` : '所选企业的名义'}
        提交，来源为电话。企业在“我的诉求”里看到并评价，编号用短信告知来电号码（已开通短信且为手机号时）。
      </p>
      <RecordForm
        schema={Words}
        fields={fields}
        initial={{
          content: typed.content || row.content,
          contact: typed.contact || row.contact,
          typeId: typed.typeId ?? row.typeId,
          ...(isMobile(row.phone) ? { phone: row.phone } : {}),
        }}
        submitText="提交诉求"
        draft={{ key: `callAppeal:${row.id}` }}
        onCancel={onCancel}
        onSubmit={async (words) => {
          if (companyId === null) throw new Error('请先选择来电企业，诉求由企业查看和评价')
          const body = { id: row.id, version: row.version, companyId, ...words }
          const made = await call(callData.toAppeal, { body }, { silent: true })
          toast.success(`已转为诉求 ${made.appealNo ?? ''}`)
          await onDone()
        }}
      />
    </>
  )
}
