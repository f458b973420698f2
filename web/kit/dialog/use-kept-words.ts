import { useRef } from 'react'
import { useTypedGate } from '../form/typed-gate.ts'
import { useLeaveGuard } from '../form/use-leave-guard.ts'
import { useStateDraft } from '../form/use-state-draft.tsx'

const EMPTY = { words: '' }

interface Typing {
  draft: string | undefined
  /** whether words without a draft are asked about before they are lost */
  guards: boolean
  words: string
  setWords(words: string): void
}

/**
 * Keeps the words of a dialog as a draft; words without one are asked about before the page is left. A choice beside the words is not
 * kept: the person makes it again, knowing what it does today (ADR 1044).
 */
export function useKeptWords({ draft, guards, words, setWords }: Typing) {
  const kept = useStateDraft({
    key: draft ?? null,
    values: { words },
    start: EMPTY,
    onTake: (left) => {
      if (left.words !== undefined) setWords(left.words)
    },
  })
  /** Sending may itself lead to another page. */
  const sending = useRef(false)
  const isLost = () => draft === undefined && guards && !sending.current && words.trim() !== ''
  useTypedGate(isLost)
  useLeaveGuard(isLost)
  return {
    offer: kept.offer,
    saved: kept.saved,
    flush: kept.flush,
    send: async (run: () => Promise<unknown>): Promise<void> => {
      sending.current = true
      try {
        await kept.send(run)
        kept.sent()
      } finally {
        sending.current = false
      }
    },
  }
}
