import { Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import css from '../form/form.module.css'
import { WordsDialog } from './words-dialog.tsx'

/** A move of a flow, as shown to people. */
export interface Move {
  label: string
  danger?: true
  /** a reason is required; a text is its label */
  reason?: true | string
  /** what the move does, shown below the choice */
  effect?: string
  /** prepared sentences for the reason */
  phrases?: readonly string[]
}

interface Props {
  title: string
  /** what is being decided */
  subject?: ReactNode
  open: boolean
  /** as in WordsDialog; the move is not kept */
  draft?: string
  /** names of the moves that the server allows on this row (`row.allowed`) */
  allowed: readonly string[]
  moves: Readonly<Record<string, Move>>
  onClose: () => void
  /** sends the move; a thrown refusal is shown here, and the text stays */
  onDecide: (move: string, reason: string) => Promise<unknown>
  /** further input for a move, such as the fields to correct; `ready` returns null when it is complete */
  more?: (move: string) => ReactNode
  /** characters of the opinion */
  maxLength?: number
  ready?: (move: string) => string | null
}

const wordsOf = ({ reason }: Move) => (typeof reason === 'string' ? reason : '原因')

/** Decides a review: offers only the moves that the server allows; requires a reason where needed; Ctrl+Enter sends. */
export function ReviewDialog({ title, subject, open, draft, allowed, moves, onClose, onDecide, more, ready, maxLength = 500 }: Props) {
  const offered = allowed.filter((name) => moves[name])
  const [move, setMove] = useState<string | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setMove(offered.length === 1 ? (offered[0] ?? null) : null)
  }
  const chosen = move ? moves[move] : undefined
  return (
    <WordsDialog
      open={open}
      title={title}
      draft={draft}
      note={
        <>
          {subject}
          {offered.length === 0 && <p>当前没有可以进行的操作</p>}
          <Radio.Group
            aria-label="处理结果"
            value={move}
            onChange={(e) => setMove(e.target.value as string)}
            options={offered.map((name) => ({ value: name, label: moves[name]!.label }))}
          />
          {chosen?.effect && <p className={css.hint}>{chosen.effect}</p>}
          {move && more?.(move)}
        </>
      }
      label={chosen?.reason ? wordsOf(chosen) : '意见'}
      empty={chosen?.reason ? `请填写${wordsOf(chosen)}` : undefined}
      phrases={chosen?.phrases}
      maxLength={maxLength}
      okText={chosen?.label ?? messages.confirm}
      danger={chosen?.danger === true}
      missing={() => (move && chosen ? (ready?.(move) ?? null) : '请选择处理结果')}
      onClose={onClose}
      onSend={(reason) => onDecide(move!, reason)}
    />
  )
}
