import { SESSION_CHECK_MS_OTHER, SESSION_CHECK_MS_PROD } from '../../contract/constants.ts'
import { sessionWire } from '../../contract/wire.ts'
import type { Account } from './account.ts'
import type { Ports } from './ports.ts'
import type { Refresher } from './refresh.ts'
import type { Request } from './request.ts'
import type { SessionStore } from './store.ts'

/** Life of an access token and how long before its end an active page renews it (architecture §4). */
export const TOKEN_LIFE_MS = 30 * 60_000
export const RENEW_BEFORE_MS = 5 * 60_000
const LOOK_EVERY_MS = 30_000

/** Periodic work of a page with a session: the token-invalid check of spec §4 and the silent renewal. Returns its end. */
export function watchSession(
  ports: Ports,
  store: SessionStore,
  request: Request,
  account: Account,
  refresher: Refresher,
  options: { production: boolean; active(): boolean },
): () => void {
  const check = async () => {
    const token = store.token()
    if (!token) return
    const invalid = await request(sessionWire.checkInvalid, {}, { silent: true }).catch(() => false)
    if (invalid === true && store.token() === token) account.forceOut()
  }
  const renew = () => {
    const token = store.token()
    if (!token || !options.active()) return
    const age = ports.now() - store.refreshedAt()
    if (store.refreshedAt() > 0 && age >= TOKEN_LIFE_MS - RENEW_BEFORE_MS && age < TOKEN_LIFE_MS) void refresher.refresh(token)
  }
  const ends = [
    ports.every(options.production ? SESSION_CHECK_MS_PROD : SESSION_CHECK_MS_OTHER, () => void check()),
    ports.every(LOOK_EVERY_MS, renew),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Records a visit at each navigation (spec §7); never in the way of the user. */
export const logVisit = (request: Request, routerName: string, pageTitle: string): void => {
  void request(
    sessionWire.saveLog,
    { body: { routerName: routerName.slice(0, 400), pageTitle: pageTitle.slice(0, 120) } },
    { silent: true, keepalive: true, timeoutMs: 10_000 },
  ).catch(() => {})
}
