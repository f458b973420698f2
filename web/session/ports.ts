import type { ToastPort } from '../toast.ts'

type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }

/** Everything of the browser that the session uses, so that its rules can be tested without a browser. */
export interface Ports {
  fetch: typeof fetch
  /** cookies `token` and `refreshToken`, shared by all tabs (spec §3) */
  cookies: { get(name: string): string | undefined; set(name: string, value: string): void; remove(name: string): void }
  /** of this tab: menus, permissions, user, protocol status (spec §3) */
  storage: KeyValue
  /** of all tabs: the times of the last refresh and of the token's end */
  shared: KeyValue
  location: { href(): string; assign(url: string): void; replace(url: string): void; reload(): void }
  /** replaces the address without a history entry */
  cleanAddress(url: string): void
  now(): number
  after(ms: number, run: () => void): () => void
  every(ms: number, run: () => void): () => void
  /** one holder at a time among all tabs */
  lock<T>(name: string, run: () => Promise<T>): Promise<T>
  /** tells the other tabs */
  broadcast(message: SessionMessage): void
  toast: ToastPort
  /** opens an empty tab at once, inside the click; null when the browser refuses */
  openTab(): { go(url: string): void } | null
  online(): boolean
}

/**
 * login: new tokens of any user · leaving: a log-out begins, save drafts now · logout: the user has logged out · ended: the session has
 * ended by itself · token: the session continues with a newer token
 */
export type SessionMessage = 'login' | 'leaving' | 'logout' | 'ended' | `ended ${string}` | 'token'
