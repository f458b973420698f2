import { z } from 'zod'
import { adverts, SaveAdvert, type AdvertRow } from '../../contract/site/adverts.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const Typed = z.object({
  title: SaveAdvert.shape.title,
  text: SaveAdvert.shape.text,
  url: SaveAdvert.shape.url,
  fromDate: SaveAdvert.shape.fromDate,
  toDate: SaveAdvert.shape.toDate,
})
const fields = formFields(
  Typed,
  { key: 'title', label: '标题', maxLength: 30 },
  { key: 'text', label: '说明（可不填）', maxLength: 60 },
  { key: 'url', label: '地址', maxLength: 300, hint: '站内页面写 /page/ 开头的地址，其他网站写完整地址' },
  { key: 'fromDate', label: '开始显示（可不填）', kind: 'date', half: true },
  { key: 'toDate', label: '最后一天（可不填）', kind: 'date', half: true },
)

/** Adds or changes a slot. */
export function AdvertDialog({ advert: a, onClose, onDone }: { advert: AdvertRow | null; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormModal open title={a ? `编辑推广位：${a.title}` : '新增推广位'} onClose={onClose} width={600}>
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={a ? { ...a } : {}}
        draft={{ key: `advert:${a?.id ?? 'new'}` }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(adverts.save, { body: { ...values, ...(a ? { id: a.id, version: a.version } : {}) } }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
