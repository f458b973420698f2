import { Input, Modal } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { FieldFault } from '../form/field-fault.tsx'
import css from '../form/form.module.css'
import { useCloseQuestion } from './use-close-question.ts'
import { useKeptWords } from './use-kept-words.ts'
import { useSubmit } from '../form/use-submit.ts'
import { useViewOnly } from '../view-only.tsx'
import { WordsPhrases } from './words-phrases.tsx'

export interface WordsAsked {
  title: string
  /** above the text field: the subject, further choices */
  note?: ReactNode
  /** the further choice above the text: its path in a refusal, which is then shown here and not at the text */
  choice?: { path: string; show(fault: ReactNode): ReactNode }
  label: string
  placeholder?: string
  /**
   * the act and the thing, `direct-objection:12`: the words are a draft of the account and are offered at the next visit (ADR 1044, 1047).
   * Without it the page asks before it is left, but not when its person logs out in another window
   */
  draft?: string | undefined
  /** message when nothing was typed; without it the text is optional */
  empty?: string | undefined
  maxLength: number
  /** prepared sentences for the text */
  phrases?: readonly string[] | undefined
  /** what sending does, shown below */
  effect?: string
  okText: string
  danger?: boolean
  /** checks for other missing input before anything is sent */
  missing?: () => string | null
  onClose(): void
  /** a thrown refusal is shown at the field, and the text stays */
  onSend(words: string): Promise<unknown>
}

/** A single word, such as the one that confirms the end of an account, needs one line and no count. */
const A_WORD = 10

/** The open dialog of WordsDialog. */
export function WordsForm({
  title,
  note,
  choice,
  label,
  draft,
  empty,
  phrases,
  effect,
  okText,
  danger,
  missing,
  onClose,
  onSend,
  ...input
}: WordsAsked) {
  const id = useId()
  const isWord = input.maxLength <= A_WORD
  const [words, setWords] = useState('')
  const viewOnly = useViewOnly()
  const kept = useKeptWords({ draft: viewOnly === null ? draft : undefined, guards: !isWord, words, setWords })
  const { busy, failure, run, refuse, mended } = useSubmit((text: string) => kept.send(() => onSend(text)))
  // A new choice clears the old error.
  const [chosen, setChosen] = useState(okText)
  if (okText !== chosen) {
    setChosen(okText)
    mended()
  }
  const close = useCloseQuestion(onClose)
  const send = async () => {
    if (viewOnly !== null) return
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
  // A missing choice is not an error of the text field.
  const atChoice = choice !== undefined && failure?.fields[0]?.path === choice.path
  const atWords = failure !== null && !atChoice && failure.fields[0]?.path !== 'choice'
  return (
    <Modal
      open
      title={title}
      onCancel={() => close(words.trim() !== '')}
      onOk={() => void send()}
      okText={okText}
      cancelText={messages.cancel}
      confirmLoading={busy}
      okButtonProps={{ danger: danger === true, disabled: viewOnly !== null }}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <div
        role="presentation"
        onBlur={kept.flush}
        style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return
          e.preventDefault()
          void send()
        }}
      >
        {note}
        {choice?.show(<FieldFault failure={failure} path={choice.path} />)}
        {kept.offer}
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
          autoSize={{ minRows: isWord ? 1 : 3, maxRows: 8 }}
          showCount={!isWord}
          // The character count is below the field.
          style={{ marginBottom: isWord ? 0 : 20 }}
          status={atWords ? 'error' : ''}
          aria-invalid={atWords}
          aria-describedby={`${id}-wrong`}
          value={words}
          onChange={(e) => {
            setWords(e.target.value)
            mended()
          }}
        />
        {phrases && <WordsPhrases words={words} phrases={phrases} onChange={setWords} />}
        {wrong && !atChoice && (
          <p id={`${id}-wrong`} role="alert" style={{ color: 'var(--error)', margin: 0 }}>
            {wrong}
          </p>
        )}
        <p className={css.hint} style={{ margin: 0 }}>
          {viewOnly ?? (
            <>
              {effect && <>{effect} </>}
              <span className={css.keys}>Ctrl + Enter 提交</span> {kept.saved}
            </>
          )}
        </p>
      </div>
    </Modal>
  )
}
