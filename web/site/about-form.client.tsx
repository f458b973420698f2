import { aboutUs, SaveAboutUs, type AboutUs } from '../../contract/site/about.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const Typed = SaveAboutUs.omit({ basedOn: true })
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
  { key: 'publishTime', label: '发布时间（可不填）', kind: 'dateTime', hint: '不填则立即发布' },
)

/** Writes the next version of the text; `newest` is the version on which it is based. */
export function AboutForm({ about, newest, onDone }: { about: AboutUs; newest: number | null; onDone(): Promise<unknown> }) {
  const { content, contactPhone, address, openingHours } = about
  return (
    <RecordForm
      schema={Typed}
      fields={fields}
      initial={{ content, contactPhone, address, openingHours }}
      submitText="发布"
      draft={{ key: 'aboutUs' }}
      onSubmit={async (values) => {
        const body = { ...values, publishTime: values.publishTime || null, basedOn: newest }
        await call(aboutUs.save, { body }, { silent: true })
        toast.success(values.publishTime ? '已定时' : '已发布')
        await onDone()
      }}
    />
  )
}
