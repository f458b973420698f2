import { useSyncExternalStore } from 'react'
import { messages } from '../../contract/messages.ts'
import { Dialog } from './dialog.tsx'

export interface Question {
  title?: string
  text: string
  confirm?: string
  /** false: an alert with one button */
  cancel?: string | false
}
/** confirm: the main button · cancel: the other button · close: × or Escape (told apart, ambiguities A56) */
export type Answer = 'confirm' | 'cancel' | 'close'

let open: { question: Question; answer(a: Answer): void } | null = null
const listeners = new Set<() => void>()
const set = (next: typeof open) => { open = next; for (const notify of listeners) notify() }
const subscribe = (notify: () => void) => { listeners.add(notify); return () => { listeners.delete(notify) } }

/** Asks the user; resolves with the button. One question at a time: a second one closes the first. */
export function ask(question: Question): Promise<Answer> {
  open?.answer('close')
  return new Promise((resolve) => set({ question, answer: (a) => { set(null); resolve(a) } }))
}

export function ConfirmHost() {
  const shown = useSyncExternalStore(subscribe, () => open, () => null)
  if (!shown) return null
  const { question, answer } = shown
  return (
    <Dialog key={question.text} title={question.title ?? messages.notice} width={440} onClose={() => answer('close')} footer={<>
      {question.cancel !== false && <button type="button" className="btn" onClick={() => answer('cancel')}>{question.cancel ?? messages.cancel}</button>}
      <button type="button" className="btn btn-primary" onClick={() => answer('confirm')}>{question.confirm ?? messages.confirm}</button>
    </>}>
      <p>{question.text}</p>
    </Dialog>
  )
}
