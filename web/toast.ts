import { TOAST_ERROR_S } from '../contract/constants.ts'
import { messages } from '../contract/messages.ts'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** time at which it was shown */
  at: number
  action?: ToastAction
  /** stays until it is closed */
  stays: boolean
}
/** A button beside the text; pressing it also closes the toast. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface ToastPort {
  /** Shows a text for some seconds (default: errors 5 s, others 3 s; UNTIL_CLOSED). A text that is already visible is not shown again. */
  show(kind: ToastKind, text: string, seconds?: number, action?: ToastAction): void
}

/** Seconds of a toast that the person closes: it says what they would otherwise not know, and may be away from the screen. */
export const UNTIL_CLOSED = Number.POSITIVE_INFINITY
const TOAST_S = 3
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const change = (list: readonly Toast[]) => {
  toasts = list
  for (const notify of listeners) notify()
}

/** The visible toasts; ToastHost renders them. */
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

const successes = new Set<() => void>()
/** Calls `told` before a success is shown; returns its removal. */
export const onSuccess = (told: () => void): (() => void) => {
  successes.add(told)
  return () => {
    successes.delete(told)
  }
}

const show = (kind: ToastKind, text: string, seconds = kind === 'error' ? TOAST_ERROR_S : TOAST_S, action?: ToastAction): void => {
  if (kind === 'success') for (const told of successes) told()
  if (!text || toasts.some((t) => t.kind === kind && t.text === text)) return
  const id = next++
  const stays = seconds === UNTIL_CLOSED
  change([...toasts, { id, kind, text, at: Date.now(), stays, ...(action ? { action } : {}) }].slice(-4))
  if (!stays) setTimeout(() => toastStore.close(id), seconds * 1000)
}

const KEPT = 'unreadToasts'
/**
 * A toast visible for less than READ_MS when the page was left counts as unread, and one that stays for less than FRESH_MS; an unread toast
 * older than FRESH_MS is dropped.
 */
const READ_MS = 2000
const FRESH_MS = 10_000

/** A success after which the page is left at once: the log-in page shows it. */
const goesAlong = ({ kind, text }: Toast) => kind === 'error' || kind === 'warning' || text === messages.passwordChanged

/**
 * Stores the unread errors and warnings of the page that is being left (for instance by a redirect after signing in), and why a log-in is asked;
 * the next page of this tab shows them.
 */
export function keepUnread(storage: Pick<Storage, 'setItem'>): void {
  const now = Date.now()
  const unread = toasts.filter((t) => goesAlong(t) && now - t.at < (t.stays ? FRESH_MS : READ_MS))
  if (unread.length > 0) storage.setItem(KEPT, JSON.stringify(unread))
}

export function sayKept(storage: Pick<Storage, 'getItem' | 'removeItem'>): void {
  const kept = storage.getItem(KEPT)
  storage.removeItem(KEPT)
  for (const { kind, text, at, stays } of JSON.parse(kept ?? '[]') as Toast[])
    if (stays || Date.now() - at < FRESH_MS) show(kind, text, stays ? UNTIL_CLOSED : TOAST_ERROR_S)
}

/** Short messages in the public site and the workbench. An error must also appear elsewhere. */
export const toast = {
  show,
  success: (text: string, seconds?: number, action?: ToastAction) => show('success', text, seconds, action),
  info: (text: string, seconds?: number) => show('info', text, seconds),
  warning: (text: string, seconds?: number) => show('warning', text, seconds),
  error: (text: string, seconds?: number) => show('error', text, seconds),
}
