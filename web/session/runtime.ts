import type { PublicSiteConfig } from '../../contract/site.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { showAs } from './display.ts'
import { createAccount } from './account.ts'
import { browserPorts, listen } from './browser.ts'
import { flushDrafts } from './drafts.ts'
import { createEnding } from './ending.ts'
import { logInAgain } from './log-in-again.ts'
import { inFrame, withinFrame } from './frame.ts'
import { freshCode, ownPassword } from './fresh-proof.ts'
import { createRefresher } from './refresh.ts'
import { createRequest } from './request.ts'
import { openOutside as leaveFor, logBusiness as countClick } from './outside.ts'
import { pageStorage } from './page-storage.ts'
import { reader } from './page-reader.ts'
import { savedEverywhere } from './saved-everywhere.ts'
import type { Ports } from './ports.ts'
import { askedWords, mayAsk } from './right-ask.ts'
import { sessionEnd } from './session-end.ts'
import { createStore } from './store.ts'
import { holdsTyping, leaveFreely, watchTyping } from './typing.ts'
import { LEFT_MS } from './until-left.ts'
import { logVisit as recordVisit, watchSession } from './watch.ts'

/** The one session of this page, connected to the browser. Only web/session.ts and web/api.ts load this, lazily. */
const ports: Ports = {
  ...browserPorts,
  location: {
    ...browserPorts.location,
    assign: (url) => {
      leaveFreely()
      browserPorts.location.assign(inFrame() ? withinFrame(url, browserPorts.location.href()) : url)
    },
    replace: (url) => {
      leaveFreely()
      browserPorts.location.replace(url)
    },
  },
}
let site: Pick<PublicSiteConfig, 'unifiedLogoutUrl' | 'protocolCheck' | 'demo'> = { unifiedLogoutUrl: '', protocolCheck: true, demo: false }

const store = createStore(pageStorage, reader)
const refresher = createRefresher(ports, store)
const ending = createEnding(ports, store, () => account, { holdsTyping, flushDrafts, ask: logInAgain.set })
const askRight = async (refusedCall: string): Promise<void> => {
  const asked = request(sessionWire.askRight, { body: { path: location.pathname, call: refusedCall } }, { silent: true })
  const { kind, text } = await asked.then(
    (answer) => ({ kind: 'success' as const, text: askedWords((answer as { again: boolean }).again) }),
    (error: Error) => ({ kind: 'error' as const, text: error.message }),
  )
  ports.toast.show(kind, text)
}
const hooks = {
  flushDrafts,
  holdsTyping,
  opening: () => opening,
  ...ending,
  askedBecause: (): string | null => ending.askedBecause() ?? (account.isLeaving() ? '' : null),
  askCode: freshCode.ask,
  askPassword: ownPassword.ask,
  mayAsk: (refusal: string) => mayAsk(reader.user(), refusal),
  askRight,
}
export const request = createRequest(ports, store, refresher, hooks)
/** The same client over another transport (uploads, web/upload.ts). */
export const requestOver = (transport: typeof fetch) => createRequest({ ...ports, fetch: transport }, store, refresher, hooks)
export const account = createAccount(
  ports,
  store,
  request,
  () => site,
  () => savedEverywhere(ports, flushDrafts),
  ({ display }) => display && showAs(display),
)
export const loggedInAgain = (): Promise<void> => ending.back()
export const leaveParted = (): void => ending.leaveParted()
export const openOutside = (url: string, tab: ReturnType<typeof ports.openTab>, login?: true): Promise<void> =>
  leaveFor({ ...browserPorts, openTab: () => tab }, store, request, url, login)
export const logBusiness = (eventLabel: string): void => countClick(request, eventLabel)
export const logVisit = (routerName: string, pageTitle: string): void => recordVisit(request, routerName, pageTitle)

const loadAndRemember = async (): Promise<void> => {
  await account.ensureLoaded()
  ending.loaded()
}
/** Hears of rights that have changed since, for a page that waits for them. */
export const askForRights = (): void => void request(sessionWire.unread, {}, { silent: true }).catch(() => {})

/** The user continues: the session is renewed before it ends. */
export async function stayLoggedIn(): Promise<void> {
  await refresher.refresh(store.token(), { early: true })
  sessionEnd.set(null)
}

/** Only a page to which the identity provider has returned loads this part. */
const byAddress = async (): Promise<boolean> => {
  const part = await import('./auth-code.ts').catch(() => null)
  if (!part) {
    ports.toast.show('error', '登录未完成，请重新登录')
    return false
  }
  // The page is left as soon as its user is known; shown as that user's, it would invite a click that is lost.
  store.hold(true)
  let isLeft = false
  try {
    isLeft = await part.loginByAddress(ports, request, account)
    return isLeft
  } finally {
    const show = () => store.hold(false)
    if (isLeft) ports.after(LEFT_MS, show)
    else show()
  }
}

let started: Promise<void> | undefined
/** until user and menus of this page are loaded */
let opening = true

/** The present token, for the live stream. */
export const token = (): string | undefined => store.token()

/** Called once after hydration. Resolves when guards may run: the address's code is used, user and menus are loaded. */
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
    watchTyping()
    listen((message) => {
      if (message === 'login') void ending.loggedInElsewhere()
      else if (message === 'leaving') void flushDrafts()
      else if (message === 'logout') ending.loggedOutElsewhere()
      else if (message.startsWith('ended')) ending.endedElsewhere(message.slice('ended '.length))
      else if (message === 'token') {
        store.renewedElsewhere()
        // Rights may have changed with the token; a hidden page asks when it is looked at.
        if (document.visibilityState === 'visible') ending.follow()
      }
      store.touch()
    })
    addEventListener('focus', () => {
      store.touch()
      void loadAndRemember()
    })
    watchSession(ports, store, request, refresher, {
      production: !site.demo,
      active: () => document.visibilityState === 'visible' && ports.now() - lastActive < 10 * 60_000,
      forcedOut: ending.forcedOut,
      warn: (end) => {
        sessionEnd.set(end)
        if (end !== null) void flushDrafts()
      },
    })
    if (/[?&]state=/.test(location.href) && (await byAddress())) return new Promise<void>(() => {})
    await account.opened().finally(() => {
      opening = false
    })
    ending.loaded()
  })()
  return started
}
/** Guards wait for it. What failed at the start is requested again. */
export async function ready(): Promise<void> {
  await started
  await account.ensureLoaded()
}
