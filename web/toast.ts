import { TOAST_ERROR_S } from '../contract/constants.ts'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export interface Toast {
  id: number
  kind: ToastKind
  text: string
  action?: ToastAction
}
/** A button beside the text; pressing it also closes the notice. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface ToastPort {
  /** Shows a text for a number of seconds (errors 5 s, the rest 3 s unless said otherwise). The same text twice at a time is shown once. */
  show(kind: ToastKind, text: string, seconds?: number): void
}

const TOAST_S = 3
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const change = (list: readonly Toast[]) => {
  toasts = list
  for (const notify of listeners) notify()
}

/** What is shown now; ToastHost renders it. */
export const toastStore = {
  subscribe: (notify: () => void) => {
    listeners.add(notify)
    return () => {
      listeners.delete(notify)
    }
  },
  list: () => toasts,
  close: (id: number) => change(toasts.filter((t) => t.id !== id)),
}

const show = (kind: ToastKind, text: string, seconds = kind === 'error' ? TOAST_ERROR_S : TOAST_S, action?: ToastAction): void => {
  if (!text || toasts.some((t) => t.kind === kind && t.text === text)) return
  const id = next++
  change([...toasts, { id, kind, text, ...(action ? { action } : {}) }].slice(-4))
  setTimeout(() => toastStore.close(id), seconds * 1000)
}

/** Short notices of public site and workbench alike. Never the only record of an error. */
export const toast = {
  show,
  success: (text: string, seconds?: number, action?: ToastAction) => show('success', text, seconds, action),
  info: (text: string, seconds?: number) => show('info', text, seconds),
  warning: (text: string, seconds?: number) => show('warning', text, seconds),
  error: (text: string, seconds?: number) => show('error', text, seconds),
}
