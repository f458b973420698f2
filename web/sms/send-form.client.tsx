import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { z } from 'zod'
import { businessTypeOptions } from '../../contract/company/business-type.ts'
import { company } from '../../contract/company.ts'
import { smsSend, SaveSmsSend, SmsAudience, SmsFilter, type SmsSendDetail } from '../../contract/sms/sends.ts'
import { placesIn, SMS_VALUE_MAX, smsOwnPlaces, smsPurposes } from '../../contract/sms/states.ts'
import { smsTemp } from '../../contract/sms/temps.ts'
import { tag } from '../../contract/tag.ts'
import { requiredText } from '../../contract/fields.ts'
import { call } from '../api.ts'
import { askedTogether } from '../kit/choose/options.ts'
import { readFailure } from '../kit/failure.ts'
import type { FormField } from '../kit/form/fields.ts'
import { RecordForm, type RunTimeSchema } from '../kit/form/record-form.tsx'
import { personsOf } from './audience.ts'
import { companiesOf, filterKeys, typedCompanies } from './chosen-companies.ts'
import { KeptDraft } from './kept-draft.tsx'
import { storedNumbers } from './stored-numbers.client.tsx'
import { CompanyChoice } from './company-choice.client.tsx'
import { PolicyChoice } from './policy-choice.client.tsx'

const VALUE = 'value:'
const draftOf = (send: SmsSendDetail | null): string => `smsSend:${send?.id ?? 'new'}`
const lists = askedTogether(() => call(company.enums, {}, { silent: true }))
const enums = (key: 'streetId' | 'industry') => ({ key: `company.enums.${key}`, load: async () => (await lists())[key] })
const tags = {
  key: 'sms:tags',
  load: async () =>
    (await call(tag.options, { query: {} }, { silent: true })).map((o) => ({ label: `${o.tagName}（${o.companyCount}）`, value: o.id })),
}

const choosing: FormField[] = [
  {
    key: 'tagIds',
    label: '企业标签',
    also: ['audience'],
    kind: 'multiSelect',
    options: tags,
    section: '发给谁',
    hint: '带有其中任何一个标签的企业，含智能标签',
  },
  { key: 'companyIds', label: '指定企业', as: CompanyChoice, section: '发给谁', hint: '最多 200 家，更多请按标签或条件' },
  {
    key: 'policyIds',
    label: '符合政策条件的企业',
    as: PolicyChoice,
    section: '发给谁',
    hint: '符合其中任何一项，按最近一次匹配结果，只含已授权的企业',
  },
  { key: 'allCompanies', label: '全部企业', kind: 'switch', section: '发给谁', hint: '您看得见的全部企业；不打开时可按下面的条件选择' },
  { key: 'companyName', label: '企业名称含有', section: '发给谁', half: true },
  { key: 'streetId', label: '镇街', kind: 'select', options: enums('streetId'), section: '发给谁', half: true },
  { key: 'industry', label: '行业', kind: 'select', options: enums('industry'), section: '发给谁', half: true },
  { key: 'businessType', label: '企业类型', kind: 'select', options: businessTypeOptions, section: '发给谁', half: true },
]
const whom = {
  tagIds: SmsAudience.shape.tagIds.optional(),
  companyIds: SmsAudience.shape.companyIds.optional(),
  policyIds: SmsAudience.shape.policyIds.optional(),
  allCompanies: z.boolean().optional(),
  companyName: SmsFilter.shape.companyName,
  streetId: SmsFilter.shape.streetId,
  industry: SmsFilter.shape.industry,
  businessType: SmsFilter.shape.businessType,
  withoutPersons: z.array(z.number()).optional(),
  persons: z.string().max(200_000, '内容过长').optional(),
  bySheet: z.boolean().optional(),
  planTime: z.string().nullish(),
}

interface Props {
  send: SmsSendDetail | null
  onClose(): void
  /** `why` there is no dry run; null: there is one */
  onDone(id: number, version: number, why: string | null): Promise<unknown>
}

/** The template comes first, because it decides which values are needed; then the values, the recipients, and the time. */
export function SendForm({ send, onClose, onDone }: Props) {
  const id = useId()
  const options = useQuery({
    queryKey: ['sms-templates'],
    queryFn: () => call(smsTemp.options, { query: {} }, { silent: true }),
    retry: false,
  })
  const [templateId, setTemplateId] = useState<number | null>(send?.templateId ?? null)
  const template = options.data?.find((one) => one.id === templateId)
  return (
    <>
      {!template && <KeptDraft form={draftOf(send)} />}
      <label htmlFor={id}>短信模板</label>
      <Select
        id={id}
        style={{ width: '100%', marginBottom: 8 }}
        placeholder="选择已启用的模板"
        value={template ? templateId : null}
        loading={options.isLoading}
        onChange={(one) => setTemplateId(one)}
        options={options.data?.map((one) => ({ value: one.id, label: `${one.name}（${smsPurposes[one.purpose]}）` })) ?? []}
      />
      {options.isSuccess && !template && <p>{templateId === null ? '选择模板后填写其余内容。' : '原来的模板已停用，请另选一个。'}</p>}
      {template && (
        <>
          <p>{template.content}</p>
          <Filling key={template.id} template={template} send={send} onClose={onClose} onDone={onDone} />
        </>
      )}
    </>
  )
}

function Filling({ template, send, onClose, onDone }: Props & { template: { id: number; content: string } }) {
  const places = placesIn(template.content).filter((name) => !smsOwnPlaces.includes(name))
  const shape: Record<string, z.ZodType> = { name: SaveSmsSend.shape.name, ...whom }
  for (const name of places) shape[`${VALUE}${name}`] = requiredText(SMS_VALUE_MAX, `请填写“${name}”`)
  const schema: RunTimeSchema = z.object(shape)
  const [Stored] = useState(() => storedNumbers(send?.audience.persons ?? []))
  const kept = send?.audience.persons.length ?? 0
  const [all, setAll] = useState(send !== null && typedCompanies(send.audience).allCompanies)
  const fields: FormField[] = [
    { key: 'name', label: '任务名称', maxLength: 50 },
    ...places.map((name): FormField => ({ key: `${VALUE}${name}`, label: name, maxLength: SMS_VALUE_MAX, half: true })),
    // All companies need no conditions, and would be sent to in spite of them.
    ...choosing.filter(({ key }) => !all || !filterKeys.some((one) => one === key)),
    ...(kept > 0 ? [{ key: 'withoutPersons', label: '已填的号码', as: Stored, section: '发给谁' } satisfies FormField] : []),
    {
      key: 'persons',
      also: ['audience.persons'],
      label: kept > 0 ? '再加号码' : '其他号码',
      kind: 'longText',
      section: '发给谁',
      placeholder: '13800000000 姓名',
      hint: '每行一个号码，前面或后面可写姓名，可从表格粘贴两列',
    },
    {
      key: 'bySheet',
      label: '从表格导入收件人',
      kind: 'switch',
      section: '发给谁',
      hint: `保存以后上传表格，最多 100,000 行${send && send.sheetNum > 0 ? `。已导入 ${send.sheetNum} 个，保留` : ''}`,
    },
    { key: 'planTime', label: '发送时间（可不填）', kind: 'dateTime', hint: '不填则复核通过后即发；21 点至次日 8 点不发，顺延到 8 点' },
  ]
  const initialOf = (send: SmsSendDetail) => ({
    version: send.version,
    name: send.name,
    ...typedCompanies(send.audience),
    planTime: send.planTime,
    bySheet: send.sheetNum > 0,
    ...Object.fromEntries(Object.entries(send.values).map(([name, value]) => [`${VALUE}${name}`, value])),
  })
  return (
    <RecordForm
      schema={schema}
      fields={fields}
      initial={send ? initialOf(send) : {}}
      latest={send ? () => call(smsSend.findById, { query: { id: send.id } }, { silent: true }).then(initialOf) : undefined}
      submitText="保存并试算"
      draft={{ key: draftOf(send) }}
      effect={<AllWatch onAll={setAll} />}
      onCancel={onClose}
      onSubmit={async (values, { version }) => {
        const body = bodyOf(values, template.id, places, send && { id: send.id, version: Number(version) })
        const saved = await call(smsSend.save, { body }, { silent: true })
        if (values.bySheet === true && (send?.sheetNum ?? 0) === 0)
          return onDone(saved.id, saved.version, '请点“从表格导入收件人”上传表格，再试算')
        const why = await call(smsSend.dryRun, { body: { id: saved.id, version: saved.version } }, { silent: true }).then(
          () => null,
          (error: unknown) => readFailure(error).message,
        )
        await onDone(saved.id, saved.version, why)
      }}
    />
  )
}

/** Tells the form whether all companies are meant: their conditions are not shown then. */
function AllWatch({ onAll }: { onAll(isAll: boolean): void }) {
  const isAll = Form.useWatch<unknown>('allCompanies', { form: Form.useFormInstance(), preserve: true }) === true
  useEffect(() => onAll(isAll), [isAll, onAll])
  return null
}

type Values = Readonly<Record<string, unknown>>
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])
const words = (value: unknown): string => (typeof value === 'string' ? value : '')

function bodyOf(values: Values, templateId: number, places: readonly string[], send: Pick<SmsSendDetail, 'id' | 'version'> | null) {
  const typed = words(values.persons).trim()
  return {
    ...(send ? { id: send.id, version: send.version, withoutPersons: numbers(values.withoutPersons) } : {}),
    name: words(values.name),
    templateId,
    values: Object.fromEntries(places.map((name) => [name, words(values[`${VALUE}${name}`])])),
    audience: {
      ...companiesOf(values),
      ...(typed || !send ? { persons: personsOf(typed) } : {}),
    },
    planTime: words(values.planTime) || null,
    bySheet: values.bySheet === true,
  }
}
