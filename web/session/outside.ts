import { BUSINESS_LOG_TYPE, USER_TYPE_ENTERPRISE, USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { shellWire } from '../../contract/wire.ts'
import type { Ports } from './ports.ts'
import type { Request } from './request.ts'
import type { SessionStore } from './store.ts'

/**
 * Opens an outside address. A logged-in company first requests a signed address; others, and every failure, use the plain one (spec §2).
 * With `login` the platform begins a log-in of whoever is logged in here (ADR 1006).
 * The tab is opened before the wait, otherwise the pop-up blocker would stop it.
 */
export async function openOutside(ports: Ports, store: SessionStore, request: Request, url: string, login?: true): Promise<void> {
  const tab = ports.openTab()
  const go = (address: string) => {
    if (tab) tab.go(address)
    else ports.location.assign(address)
  }
  // The user may not be known yet; then the server decides.
  const type = store.user()?.type
  // Staff have no account at the issuer that such a platform trusts.
  if (login) return go(store.token() && type !== USER_TYPE_OPERATOR ? loginThere(ports, url) : url)
  if (!store.token() || (type !== undefined && type !== USER_TYPE_ENTERPRISE)) return go(url)
  const signed = (await request(sessionWire.sign, { query: { url } }, { silent: true }).catch(() => null)) as { url?: string } | null
  go(signed?.url && /^https?:/i.test(signed.url) ? signed.url : url)
}

const loginThere = (ports: Ports, url: string): string =>
  `${new URL(ports.location.href()).origin}/sys/sso/platform?${new URLSearchParams({ url })}`

/** Reports a click, such as on the commercial law entry (spec §2; ambiguities A29). */
export const logBusiness = (request: Request, eventLabel: string): void => {
  void request(
    shellWire.businessLog,
    { body: { type: BUSINESS_LOG_TYPE, eventLabel } },
    { silent: true, keepalive: true, timeoutMs: 10_000 },
  ).catch(() => {})
}
