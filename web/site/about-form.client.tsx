import { useState } from 'react'
import { aboutUs, SaveAboutUs, type AboutUs, type AboutVersion } from '../../contract/site/about.ts'
import { ApiError, call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { localMinute } from '../kit/date/local-time.ts'
import { PictureInput } from '../content/index.ts'
import { toast } from '../toast.ts'
import { changesIn, SaveEffect } from '../kit/form/save-effect.tsx'

const Typed = SaveAboutUs.omit({ basedOn: true, waiting: true })
const fields = formFields(
  Typed,
  { key: 'content', label: '平台介绍', kind: 'richText' },
  {
    key: 'contactPhone',
    label: '运营单位电话',
    maxLength: 40,
    half: true,
    hint: '只在“关于我们”显示；页脚的服务电话是另一项，在部署时设定',
  },
  { key: 'openingHours', label: '办公时间', maxLength: 80, half: true },
  { key: 'address', label: '地址', maxLength: 120 },
  { key: 'mapPicture', label: '地图图片（可不填）', as: PictureInput, hint: '显示在联系方式下面' },
  { key: 'publishTime', label: '发布时间（可不填）', kind: 'dateTime', hint: '不填则立即发布' },
)

const labels = { contactPhone: '电话', address: '地址', openingHours: '办公时间' }
/** The text is compared as a whole: its differences are shown under 版本, once there is a version. */
function effectOf(about: AboutUs, waiting: AboutVersion | undefined, typed: Readonly<Record<string, unknown>>): string {
  const text = typed['content'] !== undefined && typed['content'] !== about.content ? '平台介绍改写' : ''
  const map = (typed['mapPicture'] ?? '') === about.mapPicture ? '' : '地图图片改变'
  const changes = [text, changesIn(labels, about, typed), map].filter(Boolean).join('，')
  if (!changes) return '还没有改动。'
  const at = typed['publishTime']
  const ended = waiting && !at ? `定于 ${localMinute(waiting.publishTime)} 的一版不再发布。` : ''
  return `${typeof at === 'string' && at ? `${localMinute(at)} 起` : '发布后'}，“关于我们”（/page/aboutus）${at ? '' : '立即'}改变：${changes}。${ended}`
}

const shownOf = ({ content, contactPhone, address, openingHours, mapPicture }: AboutUs, basedOn: number | null) => ({
  content,
  contactPhone,
  address,
  openingHours,
  mapPicture,
  basedOn,
})

interface Props {
  about: AboutUs
  /** the version whose text the form begins with: mostly the one that is shown */
  begin: AboutUs
  /** the version that the page shows as waiting for its time */
  waiting: AboutVersion | undefined
  /** reads anew what waits, for somebody who has not seen it; answers its id, 0: none */
  onLook(): Promise<number>
  onDone(): Promise<unknown>
}
/** Writes the next version of the text, based on the one that is shown. */
export function AboutForm({ about: opened, begin, waiting, onLook, onDone }: Props) {
  // After a conflict it is compared with what the other one saved.
  const [about, setAbout] = useState(opened)
  const latest = async () => {
    const now = await call(aboutUs.detail, { query: {} }, { silent: true })
    setAbout(now)
    return shownOf(now, now.id)
  }
  return (
    <RecordForm
      schema={Typed}
      fields={fields}
      initial={shownOf(begin, opened.id)}
      latest={latest}
      submitText="发布"
      draft={{ key: 'aboutUs', replaces: true }}
      effect={<SaveEffect say={(typed) => effectOf(about, waiting, typed)} />}
      onSent={onDone}
      onSubmit={async (values, { basedOn }) => {
        const body = {
          ...values,
          mapPicture: values.mapPicture ?? '',
          publishTime: values.publishTime || null,
          basedOn: typeof basedOn === 'number' ? basedOn : null,
          waiting: waiting?.id ?? 0,
        }
        await call(aboutUs.save, { body }, { silent: true }).catch(async (error: unknown) => {
          // What waits is then shown above; the text itself was changed by nobody, so there is nothing to merge.
          if (error instanceof ApiError && error.code === 'CONFLICT' && (await onLook()) !== body.waiting) throw new Error(error.message)
          throw error
        })
        toast.success(values.publishTime ? '已定时' : '已发布')
      }}
    />
  )
}
