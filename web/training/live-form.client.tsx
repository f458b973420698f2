import { live, SaveLive, type Live } from '../../contract/training/info.ts'
import { TITLE_MAX } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { PictureInput } from '../content/index.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const fields = formFields(
  SaveLive,
  { key: 'title', label: '直播名称', maxLength: TITLE_MAX },
  { key: 'startTime', label: '开始时间', kind: 'dateTime', half: true },
  { key: 'endTime', label: '结束时间', kind: 'dateTime', half: true },
  { key: 'url', label: '直播地址', maxLength: 500, hint: '开始前十分钟起公开' },
  { key: 'replayUrl', label: '回放地址', maxLength: 500, hint: '结束后公开，可以以后再填' },
  { key: 'cover', label: '封面图片', as: PictureInput, hint: '10MB 以内' },
  { key: 'coverAlt', label: '封面说明', maxLength: 120, hint: '读给看不见图片的人听' },
)
const initialOf = ({ id, title, startTime, endTime, url, replayUrl, cover, coverAlt, standing }: Live) => ({
  id,
  version: standing!.version,
  title,
  startTime,
  endTime,
  url: url ?? '',
  replayUrl,
  cover,
  coverAlt,
})

/** Writes a live session; the input is kept as a draft. */
export function LiveForm({ row, onClose, onDone }: { row: Live | null; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormDrawer open title={row ? '编辑直播' : '新增直播'} onClose={onClose} size={720}>
      <RecordForm
        schema={SaveLive}
        fields={fields}
        initial={row ? initialOf(row) : {}}
        draft={row ? undefined : { key: 'trainLive:new' }}
        latest={row ? async () => initialOf(await call(live.findById, { query: { id: row.id } })) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(live.saveOrUpdate, { body: values }, { silent: true })
          toast.success('已保存，发布后公开')
          onClose()
          await onDone()
        }}
      />
    </FormDrawer>
  )
}
