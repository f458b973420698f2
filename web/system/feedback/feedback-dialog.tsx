import { useId, useRef, useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { system } from '../../../contract/system.ts'
import { ApiError, call } from '../../api.ts'
import { personalKeys } from '../../session/personal.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { toast } from '../../toast.ts'
import { emptyFeedback, feedbackFault, feedbackFaults, feedbackFields, type FeedbackForm, type FeedbackKey } from './feedback-rules.ts'

/** The input is kept until it is sent or the browser is closed. */
const DRAFT = personalKeys.feedback
const drafted = (): FeedbackForm => {
  try {
    return { ...emptyFeedback, ...(JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}') as Partial<FeedbackForm>) }
  } catch {
    return emptyFeedback
  }
}

/** 意见反馈 (spec §3 Feedback form, §5 V005–V011): anyone may write; the staff of the service centre read and answer. */
export default function FeedbackDialog({ onClose }: { onClose(): void }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(drafted)
  const [faults, setFaults] = useState<Partial<Record<FeedbackKey | 'form', string>>>({})
  const [sending, setSending] = useState(false)

  const change = (key: FeedbackKey, value: string) => {
    const next = { ...typed, [key]: value }
    setTyped(next)
    sessionStorage.setItem(DRAFT, JSON.stringify(next))
    if (faults[key] && !feedbackFault(key, value)) setFaults({ ...faults, [key]: undefined })
  }
  const tell = (found: Partial<Record<FeedbackKey | 'form', string>>) => {
    setFaults(found)
    const first = feedbackFields.find((f) => found[f.key])
    const field = first && (form.current?.elements.namedItem(first.key) as HTMLElement | null)
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = feedbackFaults(typed)
    if (Object.keys(found).length > 0) {
      tell(found)
      return
    }
    setSending(true)
    try {
      await call(system.saveFeedback, { body: { ...typed, phonevalue: typed.phonevalue.trim() } }, { silent: true })
      sessionStorage.removeItem(DRAFT)
      toast.success('提交成功，感谢您的留言')
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? (error.fields ?? []) : []
      tell({
        ...Object.fromEntries(fields.map((f) => [f.path, f.message])),
        ...(fields.length === 0 ? { form: error instanceof Error && error.message ? error.message : messages.noResponse } : {}),
      })
      setSending(false)
    }
  }

  return (
    <Dialog
      title="意见反馈"
      width={560}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="submit" form={id} className="btn btn-primary" disabled={sending}>
            {sending ? '正在提交…' : '提交'}
          </button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={(e) => void send(e)} style={{ display: 'grid', gap: 12 }}>
        <p className="meta">办事、政策、网站使用中的问题和建议都可以写在这里。咨询某项政策，请在政策页点“政策咨询”。</p>
        {faults.form && (
          <p role="alert" className="field-error">
            {faults.form}
          </p>
        )}
        {feedbackFields.map(({ key, label, hint, max, rows, type, autoComplete }) => {
          const common = {
            id: `${id}-${key}`,
            name: key,
            className: 'field',
            value: typed[key],
            maxLength: max,
            required: true,
            'aria-invalid': faults[key] ? true : undefined,
            'aria-describedby': `${id}-${key}-text`,
            onBlur: () => setFaults((now) => ({ ...now, [key]: feedbackFault(key, typed[key]) ?? undefined })),
          }
          return (
            <div key={key}>
              <label className="field-label" htmlFor={common.id}>
                {label}
              </label>
              {rows ? (
                <textarea {...common} rows={rows} onChange={(e) => change(key, e.target.value)} />
              ) : (
                <input {...common} type={type ?? 'text'} autoComplete={autoComplete} onChange={(e) => change(key, e.target.value)} />
              )}
              <p id={`${id}-${key}-text`} className={faults[key] ? 'field-error' : 'meta'} role={faults[key] ? 'alert' : undefined}>
                {faults[key] ?? (key === 'textarea' ? `${typed.textarea.length}/${max}` : hint)}
              </p>
            </div>
          )
        })}
      </form>
    </Dialog>
  )
}
