import { SaveService, service, type ServiceItem } from '../../contract/content/services.ts'
import { serviceKinds, type ServiceKind } from '../../contract/content/service-words.ts'
import { call } from '../api.ts'
import { formFields } from '../kit/form/record-form.tsx'
import { FilesInput } from './inputs.tsx'
import { ShelfForm } from './shelf-form.client.tsx'

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
  { key: 'contactPhone', label: '联系人手机', maxLength: 20, half: true },
  { key: 'consent', label: '本人同意公开姓名和手机', kind: 'switch', hint: '没有同意的不公开；谁在什么时候登记的会留下记录' },
)

interface Props {
  kind: ServiceKind
  item: ServiceItem | null
  onClose(): void
  onDone(): Promise<unknown>
}

/** Adds or changes a service. */
export const ServiceForm = ({ kind, item, ...closing }: Props) => (
  <ShelfForm
    thing={serviceKinds[kind]}
    isNew={item === null}
    draftKey={`service:${kind}:new`}
    schema={SaveService}
    fields={fields}
    initial={item ? typedOf(item) : { kind, attachments: [], consent: false }}
    send={(body) => call(service.save, { body }, { silent: true })}
    {...closing}
  />
)

const typedOf = ({ standing, attachments, url, ...item }: ServiceItem) => ({
  ...item,
  url: url ?? '',
  version: standing?.version,
  consent: standing?.consent ?? false,
  attachments: attachments.map(({ fileId, fileName }) => ({ fileId, fileName })),
})
