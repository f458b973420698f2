import { Button, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { callData, SaveCall, type CallRow } from '../../contract/callcentre/calls.ts'
import { CALL_CONTENT_MAX } from '../../contract/callcentre/states.ts'
import { text } from '../../contract/fields.ts'
import { call } from '../api.ts'
import { CompanySelect } from '../kit/choose/company-select.tsx'
import type { ControlProps } from '../kit/form/fields.ts'
import { Uploader } from '../kit/upload/uploader.tsx'
import type { Uploaded } from '../kit/upload/upload-state.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { CallTypePicker, directionOptions, offices, resultOptions } from './words.tsx'

const words = {
  companyId: z.number().nullable().optional(),
  contact: text(30).optional(),
  typeId: z.number().nullable().optional(),
  content: text(CALL_CONTENT_MAX).optional(),
  result: SaveCall.shape.result,
  officeId: z.number().nullable().optional(),
  callbackTime: z.string().nullable().optional(),
  recording: z.array(z.object({ filePath: z.string(), fileName: z.string() })).optional(),
}
type Words = {
  result: string
  content?: string | undefined
  officeId?: number | null | undefined
  callbackTime?: string | null | undefined
}
/** The server's rules, checked at the field. */
function asks(asked: Words, ctx: z.RefinementCtx): void {
  const ask = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  if (asked.result !== 'wrong' && !asked.content) ask('content', '请输入来电内容')
  if (asked.result === 'office' && !asked.officeId) ask('officeId', '请选择转往的部门')
  if (asked.result === 'callback' && !asked.callbackTime) ask('callbackTime', '请选择约定的回拨时间')
}
const Registered = z.object(words).superRefine(asks)
const Entered = z
  .object({
    direction: z.enum(['in', 'out'], { error: '请选择呼入或呼出' }),
    phone: z.string({ error: '请输入电话号码' }).min(1, '请输入电话号码').max(40, '电话号码不正确'),
    startTime: z.string({ error: '请选择开始时间' }).min(1, '请选择开始时间'),
    endTime: z.string().nullable().optional(),
    ...words,
  })
  .superRefine(asks)
/** A new recording replaces the earlier one; the server deletes the old file after its retention period (ADR 0521). */
const RecordingInput = ({ id, value, onChange, disabled }: ControlProps) => (
  <Uploader
    kind="audio"
    label="录音"
    {...(id ? { id } : {})}
    value={value as Uploaded[] | undefined}
    onChange={(files) => onChange?.(files)}
    {...(disabled ? { disabled } : {})}
  />
)
/** An appeal has its own form, because the company reads it; a call that became one stays so. */
const choices = (appealed: boolean) => resultOptions.filter(({ value }) => (value === 'appeal') === appealed)

const wordFields = (Company: ((props: ControlProps) => ReactNode) | null, hidden: boolean, appealed: boolean) =>
  formFields(
    Registered,
    ...(Company ? [{ key: 'companyId' as const, label: '企业（可不选）', as: Company }] : []),
    {
      key: 'contact',
      label: '联系人（可不填）',
      half: true,
      maxLength: 30,
      ...(hidden ? { hint: '已登记联系人，不填则不变' } : {}),
    },
    { key: 'typeId', label: '类型（可不选）', as: CallTypePicker },
    { key: 'content', label: '内容', kind: 'longText', maxLength: CALL_CONTENT_MAX, placeholder: '来电人要解决什么，答复了什么' },
    { key: 'result', label: '处理结果', kind: 'radio', options: choices(appealed) },
    {
      key: 'officeId',
      label: '转往部门',
      kind: 'select',
      options: offices,
      hint: '处理结果为“转部门”时填写，部门人员会收到通知（不含号码）',
    },
    { key: 'callbackTime', label: '约定回拨时间', kind: 'dateTime', hint: '处理结果为“约回拨”时填写' },
    { key: 'recording', label: '录音（可不填）', as: RecordingInput },
  )

/** The input of a call that becomes an appeal. */
export interface Typed {
  content?: string | undefined
  contact?: string | undefined
  typeId?: number | null | undefined
}
/** Passes the input on to the appeal form. It is disabled without a company, because an appeal belongs to a company. */
function ToAppeal({ off, onAppeal }: { off: boolean; onAppeal(typed: Typed): void }) {
  const form = Form.useFormInstance<Typed>()
  return (
    <Button disabled={off} title={off ? '请先选择来电企业' : undefined} onClick={() => onAppeal(form.getFieldsValue(true))}>
      转诉求
    </Button>
  )
}

interface Props {
  /** null: the call is entered by hand */
  row: CallRow | null
  /** the company chosen on the caller's card, or `kept`: the stored one stays; when absent, the form asks for it */
  companyId?: number | null | 'kept'
  /** the input from before the user switched to the appeal form and back */
  typed?: Typed
  /** switches to the form of 转诉求 */
  onAppeal?: (typed: Typed) => void
  onCancel?: () => void
  onDone(): Promise<unknown>
}

const companyOf = (chosen: Props['companyId'], asked: number | null | undefined): { companyId?: number | null } => {
  const companyId = chosen === undefined ? asked : chosen
  return companyId === undefined || companyId === 'kept' ? {} : { companyId }
}

/** The form for the result of a call. The input stays with this call when the next one rings. */
export function CallForm({ row, companyId, typed, onAppeal, onCancel, onDone }: Props) {
  // The contact of a registered call is masked; a blank field keeps it.
  const hidden = row !== null && row.contact.includes('*')
  const [Company] = useState(
    () =>
      function Company(props: ControlProps) {
        return <CompanySelect {...props} name={row?.companyName ?? undefined} />
      },
  )
  const [fields] = useState(() => wordFields(companyId === undefined ? Company : null, hidden, row?.result === 'appeal'))
  const sent = (asked: z.output<typeof Registered>) => ({
    ...companyOf(companyId, asked.companyId),
    ...(hidden && !asked.contact ? {} : { contact: asked.contact ?? '' }),
    content: asked.content ?? '',
    typeId: asked.typeId ?? null,
    result: asked.result,
    ...(asked.officeId ? { officeId: asked.officeId } : {}),
    ...(asked.callbackTime ? { callbackTime: asked.callbackTime } : {}),
    ...(asked.recording?.[0] ? { recording: asked.recording[0].filePath } : {}),
  })
  if (row !== null)
    return (
      <RecordForm
        schema={Registered}
        fields={fields}
        initial={{
          companyId: row.companyId,
          content: typed?.content ?? row.content,
          ...(hidden ? {} : { contact: typed?.contact ?? row.contact }),
          typeId: typed?.typeId ?? row.typeId,
          officeId: row.officeId,
          ...(row.result === null ? {} : { result: row.result }),
        }}
        submitText="登记"
        draft={{ key: `call:${row.id}` }}
        extra={onAppeal && <ToAppeal off={typeof companyId !== 'number'} onAppeal={onAppeal} />}
        {...(onCancel ? { onCancel } : {})}
        onSubmit={async (asked) => {
          await call(callData.saveOrUpdate, { body: { id: row.id, version: row.version, ...sent(asked) } }, { silent: true })
          await onDone()
        }}
      />
    )
  return (
    <RecordForm
      schema={Entered}
      fields={[
        ...formFields(
          Entered,
          { key: 'direction', label: '方向', kind: 'radio', options: directionOptions },
          { key: 'phone', label: '电话号码', half: true, placeholder: '手机、固话、400 号码均可' },
          { key: 'startTime', label: '开始时间', kind: 'dateTime' },
          { key: 'endTime', label: '结束时间（可不填）', kind: 'dateTime' },
        ),
        ...(fields as ReturnType<typeof formFields<typeof Entered>>),
      ]}
      initial={{ direction: 'in' }}
      submitText="登记"
      draft={{ key: 'call:new' }}
      {...(onCancel ? { onCancel } : {})}
      onSubmit={async ({ direction, phone, startTime, endTime, ...asked }) => {
        const body = { direction, phone, startTime, ...(endTime ? { endTime } : {}), ...sent(asked) }
        await call(callData.saveOrUpdate, { body }, { silent: true })
        await onDone()
      }}
    />
  )
}
