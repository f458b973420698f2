import { Modal } from 'antd'
import { useState } from 'react'
import { workCalendar, type CalendarDay } from '../../contract/calendar.ts'
import { call } from '../api.ts'
import { FieldFault } from '../kit/form/field-fault.tsx'
import { useCloseQuestion } from '../kit/dialog/use-close-question.ts'
import { useSubmit } from '../kit/form/use-submit.ts'
import { toast } from '../toast.ts'

const words = (works: boolean) => (works ? '上班' : '休息')

/** One day: as in the published calendar, or as the office decides. */
export function DayDialog({ day, onClose, onDone }: { day: CalendarDay; onClose(): void; onDone(): Promise<unknown> }) {
  // After a conflict, the day as the other one left it.
  const [one, setOne] = useState(day)
  const [theirs, setTheirs] = useState('')
  const start = one.own ?? 'published'
  const [choice, setChoice] = useState<'published' | 'off' | 'work'>(start)
  const [note, setNote] = useState(one.note)
  const close = useCloseQuestion(onClose)
  const changed = choice !== start || (choice !== 'published' && note !== one.note)
  const { busy, failure, run, mended } = useSubmit(() =>
    choice === 'published'
      ? call(workCalendar.remove, { body: { day: one.day } }, { silent: true })
      : call(workCalendar.save, { body: { day: one.day, kind: choice, note, was: one.own } }, { silent: true }),
  )
  const reread = async () => {
    const { days } = await call(workCalendar.list, { query: { year: Number(day.day.slice(0, 4)) } }, { silent: true })
    const now = days.find((other) => other.day === day.day)
    if (!now || (now.own === one.own && now.note === one.note)) return
    setTheirs(now.own ? `对方已安排${words(now.own === 'work')}${now.note ? `，说明“${now.note}”` : ''}` : '对方已恢复按公布的日历')
    setOne(now)
  }
  const send = async () => {
    if (!(await run())) return await reread()
    toast.success('已保存，之后计算的期限按它计算')
    onClose()
    await onDone()
  }
  const other = one.published ? 'off' : 'work'
  const choices = [
    { value: 'published', label: `按公布的日历：${words(one.published)}${one.holiday ? `（${one.holiday}）` : ''}` },
    { value: other, label: `本单位安排${words(other === 'work')}` },
  ] as const
  return (
    <Modal
      open
      title={one.day}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !changed }}
      onCancel={() => close(changed)}
      onOk={() => void send()}
    >
      {failure && !theirs && failure.fields.length === 0 && (
        <p role="alert" style={{ color: 'var(--error)' }}>
          {failure.message}
        </p>
      )}
      {theirs && (
        <p role="status">{changed ? `${theirs}。您填写的已保留，再次保存以您的为准。` : `${theirs}，与您填写的相同，不必再保存。`}</p>
      )}
      <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
        <legend className="visually-hidden">这一天</legend>
        {choices.map(({ value, label }) => (
          <label key={value} style={{ display: 'flex', alignItems: 'center', gap: 8, minHeight: 36 }}>
            <input
              type="radio"
              name="kind"
              checked={choice === value}
              onChange={() => {
                mended()
                setChoice(value)
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <FieldFault failure={failure} path="day" />
      <FieldFault failure={failure} path="kind" />
      {choice !== 'published' && (
        <div style={{ marginTop: 8 }}>
          <label className="field-label" htmlFor="calendar-note">
            说明（可不填）
          </label>
          <input id="calendar-note" className="field" maxLength={30} value={note} onChange={(e) => setNote(e.target.value)} />
          <FieldFault failure={failure} path="note" />
        </div>
      )}
    </Modal>
  )
}
