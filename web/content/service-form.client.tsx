import { SaveService, service, type ServiceItem } from '../../contract/content/services.ts'
import { serviceKinds, type ServiceKind } from '../../contract/content/service-words.ts'
import { call } from '../api.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { FilesInput } from './inputs.tsx'

const fields = formFields(
  SaveService,
  { key: 'title', label: '名称', maxLength: 60 },
  { key: 'category', label: '类别', maxLength: 20, half: true, hint: '同一类别排在一起，如 合同、欠款、调解、仲裁、公证、援助' },
  { key: 'provider', label: '提供方', maxLength: 60, half: true },
  { key: 'summary', label: '简介', kind: 'longText', maxLength: 300 },
  { key: 'forWhom', label: '面向', kind: 'longText', maxLength: 300 },
  { key: 'cost', label: '费用', maxLength: 100, half: true },
  { key: 'phone', label: '电话', maxLength: 30, half: true },
  { key: 'process', label: '怎样办', kind: 'longText', maxLength: 1000 },
  { key: 'url', label: '网站或页面', maxLength: 500, hint: '站内写 / 开头的地址，其他网站写 http(s):// 开头的完整地址' },
  { key: 'attachments', label: '文书模板', as: FilesInput, hint: '最多 10 个' },
  { key: 'contact', label: '联系人', maxLength: 30, half: true },
  { key: 'contactPhone', label: '联系人手机', maxLength: 11, half: true },
  { key: 'consent', label: '本人同意公开姓名和手机', kind: 'switch', hint: '没有同意的不公开；谁在什么时候登记的会留下记录' },
)

interface Props {
  kind: ServiceKind
  item: ServiceItem | null
  onClose(): void
  onDone(): Promise<unknown>
}

/** Adds or changes a service; what is typed is kept. */
export function ServiceForm({ kind, item, onClose, onDone }: Props) {
  return (
    <FormDrawer open title={`${item ? '编辑' : '新增'}${serviceKinds[kind]}`} onClose={onClose} size={760}>
      <RecordForm
        schema={SaveService}
        fields={fields}
        draft={item ? undefined : { key: `service:${kind}:new` }}
        initial={item ? typedOf(item) : { kind, attachments: [], consent: false }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(service.save, { body: values }, { silent: true })
          toast.success(item ? '已保存' : '已新增，发布后公开')
          onClose()
          await onDone()
        }}
      />
    </FormDrawer>
  )
}

const typedOf = ({ standing, attachments, url, ...item }: ServiceItem) => ({
  ...item,
  url: url ?? '',
  version: standing?.version,
  consent: standing?.consent ?? false,
  attachments: attachments.map(({ fileId, fileName }) => ({ fileId, fileName })),
})
