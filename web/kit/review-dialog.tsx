import { Input, Modal, Radio, Tag as AntTag } from 'antd'
import { useState, type ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { readFailure } from './failure.ts'
import { useCloseQuestion } from './use-close-question.ts'
import css from './form.module.css'

/** A move of a flow as a person sees it. */
export interface Move {
  label: string
  danger?: true
  /** a reason must be given; a text: what it is called here */
  reason?: true | string
  /** what it does, said below the choice */
  effect?: string
  /** sentences offered for the reason */
  phrases?: readonly string[]
}

interface Props {
  title: string
  /** what is being decided */
  subject?: ReactNode
  open: boolean
  /** names of the moves that the server allows on this row (`row.allowed`) */
  allowed: readonly string[]
  moves: Readonly<Record<string, Move>>
  onClose: () => void
  /** posts the move; a refusal is thrown, shown here, and the text stays */
  onDecide: (move: string, reason: string) => Promise<unknown>
  /** further input for a chosen move, such as the fields to correct; `null` from `ready` means that it is complete */
  more?: (move: string) => ReactNode
  ready?: (move: string) => string | null
}

const wordsOf = ({ reason }: Move) => (typeof reason === 'string' ? reason : '原因')

/** Decides a review: only moves the server allows are offered; reason where required; Ctrl+Enter sends. */
export function ReviewDialog({ title, subject, open, allowed, moves, onClose, onDecide, more, ready }: Props) {
  const offered = allowed.filter((name) => moves[name])
  const [move, setMove] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setMove(offered.length === 1 ? (offered[0] ?? null) : null)
      setReason('')
      setWrong(null)
    }
  }
  const close = useCloseQuestion(onClose)
  const chosen = move ? moves[move] : undefined

  const decide = async () => {
    if (busy) return
    if (!move || !chosen) {
      setWrong('请选择处理结果')
      return
    }
    if (chosen.reason && reason.trim() === '') {
      setWrong(`请填写${wordsOf(chosen)}`)
      document.getElementById('review-reason')?.focus()
      return
    }
    const incomplete = ready?.(move) ?? null
    if (incomplete) {
      setWrong(incomplete)
      return
    }
    setBusy(true)
    setWrong(null)
    try {
      await onDecide(move, reason.trim())
      onClose()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title={title}
      open={open}
      onCancel={() => close(reason.trim() !== '')}
      onOk={() => void decide()}
      okText={chosen?.label ?? messages.confirm}
      cancelText={messages.cancel}
      confirmLoading={busy}
      okButtonProps={{ danger: chosen?.danger === true }}
      destroyOnHidden
    >
      <div
        role="presentation"
        onKeyDown={(e) => {
          if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
            e.preventDefault()
            void decide()
          }
        }}
      >
        {subject && <div style={{ marginBottom: 16 }}>{subject}</div>}
        {offered.length === 0 && <p>当前没有可以进行的操作</p>}
        <Radio.Group
          aria-label="处理结果"
          value={move}
          onChange={(e) => {
            setMove(e.target.value as string)
            setWrong(null)
          }}
          options={offered.map((name) => ({ value: name, label: moves[name]!.label }))}
        />
        {chosen?.effect && <p className={css.hint}>{chosen.effect}</p>}
        {move && more?.(move)}
        <label htmlFor="review-reason" style={{ display: 'block', margin: '16px 0 6px' }}>
          {chosen?.reason ? (
            <>
              <span aria-hidden="true" style={{ color: 'var(--error)' }}>
                *{' '}
              </span>
              {wordsOf(chosen)}
            </>
          ) : (
            '意见'
          )}
        </label>
        <Input.TextArea
          id="review-reason"
          value={reason}
          onChange={(e) => setReason(e.target.value)}
          autoSize={{ minRows: 3, maxRows: 8 }}
          maxLength={500}
          showCount
          status={wrong && chosen?.reason && reason.trim() === '' ? 'error' : ''}
          aria-describedby="review-wrong"
        />
        {chosen?.phrases && (
          // Below the count of characters, which stands under the field.
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 28 }}>
            {chosen.phrases.map((p) => (
              <AntTag.CheckableTag
                key={p}
                checked={reason.includes(p)}
                onChange={(yes) =>
                  setReason(
                    yes
                      ? [reason, p].filter(Boolean).join('；')
                      : reason
                          .split('；')
                          .filter((s) => s !== p)
                          .join('；'),
                  )
                }
              >
                {p}
              </AntTag.CheckableTag>
            ))}
          </div>
        )}
        <p id="review-wrong" role="alert" style={{ color: 'var(--error)', minHeight: 22, margin: '8px 0 0', paddingInlineEnd: 72 }}>
          {wrong}
        </p>
        <p className={css.hint}>Ctrl + Enter 提交</p>
      </div>
    </Modal>
  )
}
