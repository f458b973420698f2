import { useSyncExternalStore } from 'react'
import { USER_TYPE_ENTERPRISE, USER_TYPE_INDIVIDUAL } from '../contract/constants.ts'
import type { Viewer } from '../contract/site.ts'
import { openTab } from './session/page-storage.ts'
import { flushDrafts } from './session/drafts.ts'
import { reader } from './session/page-reader.ts'
import type { MenuEntry, SessionUser } from './session/session-reader.ts'
import { essential } from './shell/chunks.ts'
import { useRootData } from './shell/root-data.ts'

export { onFlushDrafts } from './session/drafts.ts'
export { flushDrafts }
export { shown as shownMenus } from './session/menus.ts'
export type { MenuEntry, SessionUser } from './session/session-reader.ts'
export type { TokenPair } from './session/account.ts'

/** The logic of the session, loaded after hydration. */
const runtime = essential(() => import('./session/runtime.ts'))
type Account = typeof import('./session/runtime.ts').account
const lazily =
  <K extends 'accept' | 'login' | 'loginByTicket' | 'changePassword' | 'logout' | 'reload' | 'protocolStatus' | 'authorize'>(name: K) =>
  async (...args: Parameters<Account[K]>): Promise<Awaited<ReturnType<Account[K]>>> => {
    const { account } = await runtime()
    return (await (account[name] as (...a: unknown[]) => unknown)(...args)) as Awaited<ReturnType<Account[K]>>
  }

/** If the page is still there after this time, because leaving it was refused or it was opened again, it follows the session. */
const LEFT_MS = 10_000
/**
 * Changes whom the session is for, and opens that user's workbench. Drafts are saved first. Until the page is left it shows the user it was
 * loaded for: shown as the new user's own, it would invite a click that is lost when it is left.
 */
async function becomeAndLeave(become: (account: Account) => Promise<void>, to = '/work'): Promise<void> {
  await flushDrafts()
  const { account } = await runtime()
  reader.hold(true)
  try {
    await become(account)
  } catch (error) {
    reader.hold(false)
    throw error
  }
  location.assign(to)
  setTimeout(() => reader.hold(false), LEFT_MS)
}

/** Session actions for screens. Everything else in the session happens automatically. */
export const session = {
  start: (config: Parameters<typeof import('./session/runtime.ts').start>[0]) => runtime().then((r) => r.start(config)),
  /** resolves when user and menus are known; guards wait for it */
  ready: (): Promise<void> => runtime().then((r) => r.ready()),
  /** continues with the tokens of a verified log-in */
  accept: lazily('accept'),
  login: lazily('login'),
  loginByTicket: lazily('loginByTicket'),
  changePassword: lazily('changePassword'),
  logout: lazily('logout'),
  /** called after a successful sign-in in the dialog over a page */
  loggedInAgain: (): Promise<void> => runtime().then((r) => r.loggedInAgain()),
  /** leaves a page whose person acts in another identity */
  leaveParted: (): Promise<void> => runtime().then((r) => r.leaveParted()),
  /** renews the session before it ends */
  stayLoggedIn: (): Promise<void> => runtime().then((r) => r.stayLoggedIn()),
  /** asks for the menu anew, after the user changed it */
  follow: (): Promise<void> => runtime().then((r) => r.account.load()),
  /** a page that waits for a right asks whether it is back */
  askForRights: () => void runtime().then((r) => r.askForRights()),
  reload: lazily('reload'),
  protocolStatus: lazily('protocolStatus'),
  authorize: lazily('authorize'),
  /** Switches to a bound company (null: back to oneself) and opens its workbench, or the page `to`. */
  changeToCompany: (companyId: number | null, to?: string): Promise<void> =>
    becomeAndLeave((account) => account.changeToCompany(companyId), to),
  /** Called when the user starts or ends viewing the platform as another user. */
  viewChanged: (): Promise<void> => becomeAndLeave((account) => account.viewChanged()),
  /** address of the workbench; null after the error of spec §2 Header was shown */
  workbenchAddress: (): Promise<string | null> => runtime().then((r) => r.account.workbenchAddress()),
  hasToken: () => reader.token() !== undefined,
  /** there is a token, but the server could not be asked for its user */
  isUnknown: () => reader.token() !== undefined && reader.user() === undefined,
  user: (): SessionUser | undefined => reader.user(),
  menus: (): readonly MenuEntry[] => reader.menus(),
  permissions: (): readonly string[] => reader.permissions(),
}

const onServer = () => undefined

/** The signed-in user, the same on the server, at hydration and afterwards; null for a visitor. */
export function useViewer(): Viewer | null {
  const rendered = useRootData()?.viewer ?? null
  // The same user must be the same object: another object would render the page again and drop parts that are still hydrating.
  const now = () => {
    const known = reader.viewer()
    const isSame = known === undefined || (known?.type === rendered?.type && known?.name === rendered?.name)
    return isSame ? rendered : known
  }
  return useSyncExternalStore(reader.subscribe, now, () => rendered)
}
export const useUser = (): SessionUser | undefined => useSyncExternalStore(reader.subscribe, reader.user, onServer)
/** Whether a person acts for a company. Such a person cannot decide on the company's own matters (consent, bank account, staff). */
export function useActing(): boolean {
  const user = useUser()
  return user?.type === USER_TYPE_ENTERPRISE && user.oldType === USER_TYPE_INDIVIDUAL
}
export const useMenus = (): readonly MenuEntry[] => useSyncExternalStore(reader.subscribe, reader.menus, () => empty)
const empty: readonly MenuEntry[] = []

/** Whether the user has a permission. It hides what the user cannot do; the server decides. */
export function useCan(): (code: string) => boolean {
  const codes = useSyncExternalStore(reader.subscribe, reader.permissions, () => noCodes)
  return (code) => codes.includes(code)
}
const noCodes: string[] = []

/** Opens an external address, signed when the user is a company. The tab is opened inside the click, because browsers block later ones. */
export const openOutside = (url: string, login?: true): Promise<void> => {
  const tab = openTab()
  return runtime().then((r) => r.openOutside(url, tab, login))
}
export const logBusiness = (eventLabel: string): void => void runtime().then((r) => r.logBusiness(eventLabel))
export const logVisit = (routerName: string, pageTitle: string): void => void runtime().then((r) => r.logVisit(routerName, pageTitle))
