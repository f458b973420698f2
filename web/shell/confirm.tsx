import { lazy, Suspense, useSyncExternalStore } from 'react'

export interface Question {
  title?: string
  text: string
  confirm?: string
  /** false: an alert with one button */
  cancel?: string | false
}
/** confirm: the main button · cancel: the other button · close: × or Escape (distinguished, ambiguities A56) */
export type Answer = 'confirm' | 'cancel' | 'close'

let open: { question: Question; answer(a: Answer): void } | null = null
const listeners = new Set<() => void>()
const set = (next: typeof open) => {
  open = next
  for (const notify of listeners) notify()
}
const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
  }
}

/** Asks the user; resolves with the chosen button. One question at a time: a second one closes the first. */
export function ask(question: Question): Promise<Answer> {
  open?.answer('close')
  return new Promise((resolve) =>
    set({
      question,
      answer: (a) => {
        set(null)
        resolve(a)
      },
    }),
  )
}

// A page without questions does not load the dialog; it is loaded with the first question (JavaScript budget, architecture §6).
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

export function ConfirmHost() {
  const shown = useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  )
  return (
    shown && (
      <Suspense fallback={null}>
        <ConfirmDialog {...shown} />
      </Suspense>
    )
  )
}
