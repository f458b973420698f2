import { Input, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { readFailure } from './failure.ts'
import { useCloseQuestion } from './use-close-question.ts'

interface Props {
  title: string
  label: string
  empty: string
  maxLength: number
  okText: string
  danger?: true
  note?: ReactNode
  onClose(): void
  onSend(words: string): Promise<unknown>
}

/** Asks for some words and sends them; what was typed stays when the server refuses. */
export function SayDialog({ title, label, empty, maxLength, okText, danger, note, onClose, onSend }: Props) {
  const [words, setWords] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const close = useCloseQuestion(onClose)
  const send = async () => {
    if (!words.trim()) return setWrong(empty)
    setBusy(true)
    try {
      await onSend(words)
      onClose()
    } catch (error) {
      const failure = readFailure(error)
      setWrong(failure.fields[0]?.message ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={title}
      onCancel={() => close(words.trim() !== '')}
      onOk={() => void send()}
      okText={okText}
      cancelText={messages.cancel}
      confirmLoading={busy}
      okButtonProps={{ danger: danger === true }}
      mask={{ closable: false }}
    >
      <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
        {note}
        <label htmlFor="say-words">{label}</label>
        <Input.TextArea
          id="say-words"
          rows={4}
          maxLength={maxLength}
          showCount
          // The count stands below the field.
          style={{ marginBottom: 20 }}
          status={wrong ? 'error' : ''}
          aria-describedby={wrong ? 'say-wrong' : undefined}
          value={words}
          onChange={(e) => {
            setWords(e.target.value)
            setWrong(null)
          }}
        />
        {wrong && (
          <p id="say-wrong" role="alert" style={{ color: 'var(--error)' }}>
            {wrong}
          </p>
        )}
      </div>
    </Modal>
  )
}
