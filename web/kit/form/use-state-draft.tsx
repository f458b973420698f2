import { useEffect, useRef } from 'react'
import { FoundDraft } from './found-draft.tsx'
import { isDirty, type Values } from './form-values.ts'
import { restoredValues } from './merge-values.ts'
import { sentAtSuccess } from './sent-at-success.ts'
import { useTypedGate } from './typed-gate.ts'
import { isTyped, useDraft } from './use-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import css from './form.module.css'

const valuesOf = (input: object): Values => Object.fromEntries(Object.entries(input))

interface Options<T extends object> {
  /** identifies the form and the thing; null: nothing can be typed here now */
  key: string | null
  /** the input, as the form shows it */
  values: T
  /** the input of an empty form */
  start: T
  /** fills what the person had typed in an earlier visit into the form; `whole` also contains what they had not changed */
  onTake(typed: Partial<T>, whole: Partial<T>): void
  /** whether a draft comes from an earlier visit; false: the page itself still has that input */
  isEarlier?: (savedAt: number) => boolean
}

/**
 * Keeps the input of a form that holds its fields as React state, as RecordForm keeps its own (ADR 0185): a draft of this account, offered
 * at the next visit, and a question before input is lost that is not stored yet.
 */
export function useStateDraft<T extends object>({ key, values, start, onTake, isEarlier }: Options<T>) {
  const now = useRef(values)
  now.current = values
  const began = useRef(start)
  const draft = useDraft(
    key === null ? undefined : { key, isWorth: (left) => isTyped(left) && (isEarlier === undefined || isEarlier(left.savedAt)) },
    () => valuesOf(now.current),
    () => valuesOf(began.current),
  )
  const dirty = () => key !== null && isDirty(valuesOf(began.current), valuesOf(now.current))
  useTypedGate(dirty)
  useLeaveGuard(() => dirty() && draft.unkept())
  const text = JSON.stringify(values)
  const seen = useRef(JSON.stringify(start))
  const { touch } = draft
  useEffect(() => {
    if (text === seen.current) return
    seen.current = text
    if (key !== null) touch()
  }, [key, text, touch])
  return {
    dirty,
    /** when a field loses the focus */
    flush: () => void draft.flush(),
    /** sends the input; `sent` follows */
    send: (run: () => Promise<unknown>): Promise<unknown> => (key === null ? run() : sentAtSuccess(draft, run)),
    /** The input was sent: it is neither saved nor offered any more. Its fields can be emptied without storing that. */
    sent: () => {
      seen.current = JSON.stringify(began.current)
      void draft.clear()
    },
    /** the offer of an earlier visit's input, above the fields */
    offer: key !== null && draft.found && (
      <FoundDraft
        savedAt={draft.found.savedAt}
        onTake={() => {
          const left = draft.found!
          const { values: typed } = restoredValues(left, valuesOf(began.current), Object.keys(began.current))
          onTake(typed as Partial<T>, left.values as Partial<T>)
          draft.settle()
          draft.touch()
        }}
        onDrop={() => void draft.drop()}
      />
    ),
    /** when it was stored, beside the buttons */
    saved: draft.text && (
      <span className={css.saved} role="status">
        {draft.text}
      </span>
    ),
  }
}
