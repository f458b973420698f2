import { Input, Modal, Tag as AntTag } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import css from '../form/form.module.css'
import { useCloseQuestion } from './use-close-question.ts'
import { useSubmit } from '../form/use-submit.ts'

interface Props {
  open?: boolean
  title: string
  /** above the words: what it is about, further choices */
  note?: ReactNode
  label: string
  placeholder?: string
  /** said when nothing was typed; without it the words may be left out */
  empty?: string | undefined
  maxLength: number
  /** sentences offered for the words */
  phrases?: readonly string[] | undefined
  /** what sending does, said below */
  effect?: string
  okText: string
  danger?: boolean
  /** what else is missing; asked before anything is sent */
  missing?: () => string | null
  onClose(): void
  /** a refusal is thrown, shown at the field, and the words stay */
  onSend(words: string): Promise<unknown>
}

/** Asks for some words and sends them; Ctrl+Enter sends. What was typed stays when the server refuses, and is asked about before it is lost. */
export function WordsDialog({
  open = true,
  title,
  note,
  label,
  empty,
  phrases,
  effect,
  okText,
  danger,
  missing,
  onClose,
  onSend,
  ...input
}: Props) {
  const id = useId()
  const [words, setWords] = useState('')
  const { busy, failure, run, refuse, mended } = useSubmit(onSend)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setWords('')
    mended()
  }
  // Another choice, another fault.
  const [chosen, setChosen] = useState(okText)
  if (okText !== chosen) {
    setChosen(okText)
    mended()
  }
  const close = useCloseQuestion(onClose)
  const send = async () => {
    const lacks = missing?.() ?? null
    if (lacks !== null) return refuse({ path: 'choice', message: lacks })
    if (empty !== undefined && !words.trim()) {
      refuse({ path: 'words', message: empty })
      document.getElementById(id)?.focus()
      return
    }
    if (await run(words.trim())) onClose()
  }
  const wrong = failure && (failure.fields[0]?.message ?? failure.message)
  // The words are not at fault for a choice that is missing.
  const atWords = failure !== null && failure.fields[0]?.path !== 'choice'
  return (
    <Modal
      open={open}
      title={title}
      onCancel={() => close(words.trim() !== '')}
      onOk={() => void send()}
      okText={okText}
      cancelText={messages.cancel}
      confirmLoading={busy}
      okButtonProps={{ danger: danger === true }}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <div
        role="presentation"
        style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return
          e.preventDefault()
          void send()
        }}
      >
        {note}
        <label htmlFor={id}>
          {empty !== undefined && (
            <span aria-hidden="true" style={{ color: 'var(--error)' }}>
              *{' '}
            </span>
          )}
          {label}
        </label>
        <Input.TextArea
          {...input}
          id={id}
          autoSize={{ minRows: 3, maxRows: 8 }}
          showCount
          // The count stands below the field.
          style={{ marginBottom: 20 }}
          status={atWords ? 'error' : ''}
          aria-invalid={atWords}
          aria-describedby={`${id}-wrong`}
          value={words}
          onChange={(e) => {
            setWords(e.target.value)
            mended()
          }}
        />
        {phrases && <Phrases words={words} phrases={phrases} onChange={setWords} />}
        {wrong && (
          <p id={`${id}-wrong`} role="alert" style={{ color: 'var(--error)', margin: 0 }}>
            {wrong}
          </p>
        )}
        <p className={css.hint} style={{ margin: 0 }}>
          {effect && <>{effect} </>}Ctrl + Enter 提交
        </p>
      </div>
    </Modal>
  )
}

function Phrases({ words, phrases, onChange }: { words: string; phrases: readonly string[]; onChange(words: string): void }) {
  const change = (phrase: string, taken: boolean) =>
    onChange(
      taken
        ? [words, phrase].filter(Boolean).join('；')
        : words
            .split('；')
            .filter((one) => one !== phrase)
            .join('；'),
    )
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
      {phrases.map((phrase) => (
        <AntTag.CheckableTag key={phrase} checked={words.includes(phrase)} onChange={(taken) => change(phrase, taken)}>
          {phrase}
        </AntTag.CheckableTag>
      ))}
    </div>
  )
}
