import { z } from 'zod'
import { SaveSmsTemp, smsTemp, type SmsTempRow } from '../../contract/sms/temps.ts'
import { smsTemplateCodes, SMS_CONTENT_MAX, smsPlaces, smsPurposes } from '../../contract/sms/states.ts'
import { call } from '../api.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const Typed = z.object({
  name: SaveSmsTemp.shape.name,
  purpose: SaveSmsTemp.shape.purpose,
  content: SaveSmsTemp.shape.content,
  aliyunCode: SaveSmsTemp.shape.aliyunCode,
  tencentCode: SaveSmsTemp.shape.tencentCode,
})
const places = Object.keys(smsPlaces)
  .map((name) => `{${name}}`)
  .join('、')
const fields = formFields(
  Typed,
  { key: 'name', label: '模板名称', maxLength: 50 },
  {
    key: 'purpose',
    label: '用途',
    kind: 'radio',
    options: Object.entries(smsPurposes).map(([value, label]) => ({ value, label })),
    hint: '推广只发给同意接收的号码，末尾自动加“回T退订”',
  },
  {
    key: 'content',
    label: '短信内容',
    kind: 'longText',
    maxLength: SMS_CONTENT_MAX,
  },
  { key: 'aliyunCode', label: '阿里云模板代码（可不填）', maxLength: 32, half: true },
  { key: 'tencentCode', label: '腾讯云模板编号（可不填）', maxLength: 32, half: true },
)

/** Adds or changes a template; the approved text stays in use until the change is approved. */
export function TemplateForm({
  template: t,
  onClose,
  onDone,
}: {
  template: SmsTempRow | null
  onClose(): void
  onDone(): Promise<unknown>
}) {
  const inUse = t !== null && (t.state === smsTemplateCodes.code.enabled || t.state === smsTemplateCodes.code.stopped)
  const send = (submit: boolean) => async (values: z.input<typeof Typed>, typed: Readonly<Record<string, unknown>>) => {
    const of = t ? { id: t.id, version: Number(typed['version']) } : {}
    await call(smsTemp.save, { body: { ...values, submit, ...of } }, { silent: true })
    toast.success(submit ? '已提交审核' : '已保存草稿')
    onClose()
    await onDone()
  }
  return (
    <FormDrawer title={t ? `修改模板：${t.name}` : '新增模板'} open onClose={onClose} size={640}>
      {inUse && <p>该模板正在使用。修改会成为一个新的版本，审核通过之前仍按原来的内容发送。</p>}
      <p>签名自动加在最前面。可填内容：{places}；前两项按收件人填，其余发送时填一次。70 字以内按 1 条计费，签名计入。</p>
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={t ? { ...t } : { purpose: 'notice' }}
        latest={t ? () => call(smsTemp.findById, { query: { id: t.id } }, { silent: true }) : undefined}
        submitText="提交审核"
        draft={{ key: `smsTemp:${t?.id ?? 'new'}` }}
        onCancel={onClose}
        onSubmit={send(true)}
        second={{ text: '保存草稿', onSubmit: send(false) }}
      />
    </FormDrawer>
  )
}
