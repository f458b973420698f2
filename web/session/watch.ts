import { SESSION_CHECK_MS_OTHER, SESSION_CHECK_MS_PROD } from '../../contract/constants.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import type { Ports } from './ports.ts'
import type { Refresher } from './refresh.ts'
import type { Request } from './request.ts'
import type { SessionStore } from './store.ts'

/** Lifetimes of an access token and an idle session, and how long before the end something is done (architecture §4). */
export const TOKEN_LIFE_MS = 30 * 60_000
const IDLE_MS = 30 * 60_000
export const RENEW_BEFORE_MS = 5 * 60_000
const LOOK_EVERY_MS = 30_000

interface Options {
  production: boolean
  /** whether the user is active on the page */
  active(): boolean
  /** the token was invalidated elsewhere */
  forcedOut(): void
  /** the session ends at this time unless the user continues; null: no warning */
  warn(end: number | null): void
}

/**
 * Periodic work of a page with a session: the token-invalid check of spec §4, the silent renewal, and the warning before the end. Returns a
 * stop function.
 */
export function watchSession(ports: Ports, store: SessionStore, request: Request, refresher: Refresher, options: Options): () => void {
  const interval = options.production ? SESSION_CHECK_MS_PROD : SESSION_CHECK_MS_OTHER
  const check = async () => {
    const token = store.token()
    if (!token) return
    const invalid = await request(sessionWire.checkInvalid, {}, { silent: true }).catch(() => false)
    if (invalid === true && store.token() === token) options.forcedOut()
  }
  // The last check is stored for all pages, so that a user who loads a page every hour is checked too.
  if (store.checkedAt() === 0) store.noteCheck(ports.now())
  let forget = () => {}
  const whenDue = () => {
    forget = ports.after(Math.max(0, store.checkedAt() + interval - ports.now()), () => {
      if (ports.now() - store.checkedAt() >= interval) {
        store.noteCheck(ports.now())
        void check()
      }
      whenDue()
    })
  }
  whenDue()

  let warned = false
  const warn = (end: number | null) => {
    if (end === null && !warned) return
    warned = end !== null
    options.warn(end)
  }
  const look = () => {
    const token = store.token()
    const now = ports.now()
    if (!token || store.seenAt() === 0) return warn(null)
    const end = store.seenAt() + IDLE_MS
    const isNear = now >= end - RENEW_BEFORE_MS && now < end
    if (!options.active()) return warn(isNear ? end : null)
    warn(null)
    const age = now - store.refreshedAt()
    if (isNear || (store.refreshedAt() > 0 && age >= TOKEN_LIFE_MS - RENEW_BEFORE_MS && age < TOKEN_LIFE_MS))
      void refresher.refresh(token, { early: true })
  }
  const endLooks = ports.every(LOOK_EVERY_MS, look)
  return () => {
    forget()
    endLooks()
  }
}

/** Records a visit at each navigation (spec §7); never blocks the user. */
export const logVisit = (request: Request, routerName: string, pageTitle: string): void => {
  void request(
    sessionWire.saveLog,
    { body: { routerName: routerName.slice(0, 400), pageTitle: pageTitle.slice(0, 120) } },
    { silent: true, keepalive: true, timeoutMs: 10_000 },
  ).catch(() => {})
}
