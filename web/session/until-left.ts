import type { Ports } from './ports.ts'
import type { SessionStore } from './store.ts'

/** If a page was not left after this time, it follows the session. */
export const LEFT_MS = 10_000

/**
 * User and menus are asked for anew by the page that follows (rights have changed). Until this one is left it shows its user: without one it
 * would say for a moment that the account could not be loaded. If it was not left after all, it follows the session.
 */
export function forgetUserOfLeft(ports: Ports, store: SessionStore): void {
  store.hold(true)
  store.forgetUser()
  ports.after(LEFT_MS, () => store.hold(false))
}
