import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { SaveInfo, trainInfo } from '../../contract/training/info.ts'
import { infoKinds, SUMMARY_MAX, TITLE_MAX } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { PictureInput } from '../content/index.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const fields = formFields(
  SaveInfo,
  { key: 'title', label: '标题', maxLength: TITLE_MAX },
  { key: 'kind', label: '种类', kind: 'radio', options: infoKinds.map((kind) => ({ value: kind, label: kind })) },
  { key: 'summary', label: '摘要', kind: 'longText', maxLength: SUMMARY_MAX },
  { key: 'content', label: '内容', kind: 'richText' },
  { key: 'cover', label: '封面图片', as: PictureInput, hint: '10MB 以内' },
  { key: 'coverAlt', label: '封面说明', maxLength: 120, hint: '读给看不见图片的人听' },
)
async function read(id: number): Promise<Partial<z.input<typeof SaveInfo>>> {
  const { title, kind, summary, content, cover, coverAlt, standing } = await call(trainInfo.findById, { query: { id } })
  return { id, version: standing!.version, title, kind: kind as '培训', summary, content, cover, coverAlt }
}

/** Writes a training report; the input is kept as a draft. */
export function InfoForm({ id, onClose, onDone }: { id: number | null; onClose(): void; onDone(): Promise<unknown> }) {
  const found = useQuery({
    queryKey: ['training', 'info', id],
    queryFn: () => (id === null ? Promise.resolve<Partial<z.input<typeof SaveInfo>>>({ kind: '宣传' }) : read(id)),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <FormDrawer open title={id === null ? '新增报道' : '编辑报道'} onClose={onClose} size={820}>
      {found.data && (
        <RecordForm
          schema={SaveInfo}
          fields={fields}
          initial={found.data}
          draft={id === null ? { key: 'trainInfo:new' } : undefined}
          latest={id === null ? undefined : () => read(id)}
          onCancel={onClose}
          onSubmit={async (values) => {
            await call(trainInfo.saveOrUpdate, { body: values }, { silent: true })
            toast.success('已保存，发布后公开')
            onClose()
            await onDone()
          }}
        />
      )}
    </FormDrawer>
  )
}
