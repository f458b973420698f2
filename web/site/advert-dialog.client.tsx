import { useState } from 'react'
import { z } from 'zod'
import { advertCodes, adverts, SaveAdvert, type AdvertRow } from '../../contract/site/adverts.ts'
import { call } from '../api.ts'
import { useConfirmed } from '../kit/dialog/use-confirmed.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { behindLogIn } from './behind-log-in.ts'
import { changesIn, SaveEffect } from '../kit/form/save-effect.tsx'

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

const labels = { title: '标题', text: '说明', url: '地址', fromDate: '开始显示', toDate: '最后一天' }
/** What its dates will do, and when: a slot is shown from one day to another. */
function whenShown(typed: Readonly<Record<string, unknown>>): string {
  const [from, to] = [typed['fromDate'], typed['toDate']].map((day) => (typeof day === 'string' ? day : ''))
  return [from && `${from} 起`, to && `到 ${to} 为止`].filter(Boolean).join('')
}
function effectOf(a: AdvertRow | null, typed: Readonly<Record<string, unknown>>): string {
  const when = whenShown(typed)
  if (a?.state !== advertCodes.code.published)
    return `保存后公开页面不变；发布以后，${when ? `${when}（按日自动上下架）` : ''}显示在门户首页（/page/home）的推广位。${behindLogIn(typed)}`
  const changes = changesIn(labels, a, typed)
  if (!changes) return '还没有改动。'
  return `它已发布，保存后门户首页（/page/home）的推广位按新的显示${when ? `，${when}（按日自动上下架）` : ''}：${changes}。${behindLogIn(typed)}`
}

/** Adds or changes a slot. */
export function AdvertDialog({ advert, onClose, onDone }: { advert: AdvertRow | null; onClose(): void; onDone(): Promise<unknown> }) {
  const confirming = useConfirmed()
  // After a conflict it is compared with what the other one saved.
  const [a, setA] = useState(advert)
  const latest = async (id: number) => {
    const now = await call(adverts.findById, { query: { id } }, { silent: true })
    setA(now)
    return { ...now }
  }
  return (
    <FormModal open title={a ? `编辑推广位：${a.title}` : '新增推广位'} onClose={onClose} width={600}>
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={a ? { ...a } : {}}
        draft={{ key: `advert:${a?.id ?? 'new'}` }}
        effect={<SaveEffect say={(typed) => effectOf(a, typed)} />}
        latest={a ? () => latest(a.id) : undefined}
        onCancel={onClose}
        onSubmit={async (values, typed) => {
          const body = { ...values, ...(a ? { id: a.id, version: Number(typed['version']) } : {}) }
          await confirming('保存', (confirmed) => call(adverts.save, { body: { ...body, confirmed } }, { silent: true }))
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
