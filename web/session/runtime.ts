import type { PublicSiteConfig } from '../../contract/site.ts'
import { afterLogout, createAccount } from './account.ts'
import { loginByAddress } from './auth-code.ts'
import { browserPorts, listen } from './browser.ts'
import { flushDrafts } from './drafts.ts'
import { createRefresher } from './refresh.ts'
import { createRequest } from './request.ts'
import { openOutside as leaveFor, logBusiness as countClick } from './outside.ts'
import { pageStorage } from './page-storage.ts'
import { reader } from './page-reader.ts'
import { createStore } from './store.ts'
import { logVisit as recordVisit, watchSession } from './watch.ts'

/** The one session of this page, wired to the browser. Only web/session.ts and web/api.ts load this, lazily. */
const ports = browserPorts
let site: Pick<PublicSiteConfig, 'unifiedLogoutUrl' | 'protocolCheck' | 'demo'> = { unifiedLogoutUrl: '', protocolCheck: true, demo: false }

const store = createStore(pageStorage, reader)
const refresher = createRefresher(ports, store)
const hooks = { flushDrafts, ended: (type: string | undefined) => ended(type) }
export const request = createRequest(ports, store, refresher, hooks)
/** The same client over another transport (uploads, web/upload.ts). */
export const requestOver = (transport: typeof fetch) => createRequest({ ...ports, fetch: transport }, store, refresher, hooks)
export const account = createAccount(ports, store, request, () => site)
export const openOutside = (url: string, tab: ReturnType<typeof ports.openTab>): Promise<void> =>
  leaveFor({ ...ports, openTab: () => tab }, store, request, url)
export const logBusiness = (eventLabel: string): void => countClick(request, eventLabel)
export const logVisit = (routerName: string, pageTitle: string): void => recordVisit(request, routerName, pageTitle)

/** A page of the workbench cannot stay without a session; public pages can (ambiguities A33). */
function ended(type: string | undefined): void {
  store.clearTab()
  ports.broadcast('logout')
  if (/^\/(work|index|ecall)(\/|$)/.test(location.pathname)) {
    const target = afterLogout(type)
    ports.after(2_000, () =>
      ports.location.assign(target === '/login' ? `/login?redirect=${encodeURIComponent(location.pathname + location.search)}` : target),
    )
  }
}

let started: Promise<void> | undefined

/** Called once, when the page has come alive. Resolves when guards may run: code of the address used, user and menus loaded. */
export function start(config: typeof site): Promise<void> {
  started ??= (async () => {
    site = config
    let lastActive = ports.now()
    for (const name of ['pointerdown', 'keydown', 'scroll'] as const)
      addEventListener(
        name,
        () => {
          lastActive = ports.now()
        },
        { passive: true, capture: true },
      )
    listen((message) => {
      if (message !== 'token') store.clearTab()
      store.touch()
      if (message === 'login') void account.ensureLoaded()
    })
    addEventListener('focus', () => {
      store.touch()
      void account.ensureLoaded()
    })
    watchSession(ports, store, request, account, refresher, {
      production: !site.demo,
      active: () => document.visibilityState === 'visible' && ports.now() - lastActive < 10 * 60_000,
    })
    if (await loginByAddress(ports, request, account)) return new Promise<void>(() => {})
    await account.ensureLoaded()
  })()
  return started
}
export const ready = (): Promise<void> => started ?? account.ensureLoaded()
