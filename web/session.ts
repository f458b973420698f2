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

/** The rules of the session, loaded once the page has come alive. */
const runtime = essential(() => import('./session/runtime.ts'))
type Account = typeof import('./session/runtime.ts').account
const lazily =
  <K extends 'login' | 'loginSecond' | 'enrolSecond' | 'loginByTicket' | 'logout' | 'reload' | 'protocolStatus' | 'authorize'>(name: K) =>
  async (...args: Parameters<Account[K]>): Promise<Awaited<ReturnType<Account[K]>>> => {
    const { account } = await runtime()
    return (await (account[name] as (...a: unknown[]) => unknown)(...args)) as Awaited<ReturnType<Account[K]>>
  }

/** Session actions for screens. Everything else about the session happens by itself. */
export const session = {
  start: (config: Parameters<typeof import('./session/runtime.ts').start>[0]) => runtime().then((r) => r.start(config)),
  /** resolves when user and menus are known: guards wait for it */
  ready: (): Promise<void> => runtime().then((r) => r.ready()),
  login: lazily('login'),
  loginSecond: lazily('loginSecond'),
  enrolSecond: lazily('enrolSecond'),
  loginByTicket: lazily('loginByTicket'),
  logout: lazily('logout'),
  /** the log-in over a page that stayed has succeeded */
  loggedInAgain: (): Promise<void> => runtime().then((r) => r.loggedInAgain()),
  /** the session is renewed before it ends */
  stayLoggedIn: (): Promise<void> => runtime().then((r) => r.stayLoggedIn()),
  reload: lazily('reload'),
  protocolStatus: lazily('protocolStatus'),
  authorize: lazily('authorize'),
  /** Goes on as a bound company (null: as oneself again) and opens the workbench that belongs to it. Drafts are kept first. */
  changeToCompany: async (companyId: number | null): Promise<void> => {
    await flushDrafts()
    const { account } = await runtime()
    await account.changeToCompany(companyId)
    location.assign('/work')
  },
  /** The platform is shown as another person from now on, or as oneself again. Drafts are kept first. */
  viewChanged: async (): Promise<void> => {
    await flushDrafts()
    const { account } = await runtime()
    await account.viewChanged()
    location.assign('/work')
  },
  /** address of the workbench; null after the error of spec §2 Header was shown */
  workbenchAddress: (): Promise<string | null> => runtime().then((r) => r.account.workbenchAddress()),
  hasToken: () => reader.token() !== undefined,
  /** a token is held, and who holds it could not be asked */
  isUnknown: () => reader.token() !== undefined && reader.user() === undefined,
  user: (): SessionUser | undefined => reader.user(),
  menus: (): readonly MenuEntry[] => reader.menus(),
  permissions: (): readonly string[] => reader.permissions(),
}

const onServer = () => undefined

/** The logged-in person, the same on the server, at hydration and afterwards; null for a visitor. */
export function useViewer(): Viewer | null {
  const rendered = useRootData()?.viewer ?? null
  // The same person is the same object: a change would draw the page again, and drop the parts of it that are still coming alive.
  const now = () => {
    const known = reader.viewer()
    const isSame = known === undefined || (known?.type === rendered?.type && known?.name === rendered?.name)
    return isSame ? rendered : known
  }
  return useSyncExternalStore(reader.subscribe, now, () => rendered)
}
export const useUser = (): SessionUser | undefined => useSyncExternalStore(reader.subscribe, reader.user, onServer)
/** A person goes on in a company's name: what the company owns (consent, payee, its people) is not theirs to decide. */
export function useActing(): boolean {
  const user = useUser()
  return user?.type === USER_TYPE_ENTERPRISE && user.oldType === USER_TYPE_INDIVIDUAL
}
export const useMenus = (): readonly MenuEntry[] => useSyncExternalStore(reader.subscribe, reader.menus, () => empty)
const empty: readonly MenuEntry[] = []

/** Whether the person holds a permission code. Hides what cannot be used; the server decides. */
export function useCan(): (code: string) => boolean {
  const codes = useSyncExternalStore(reader.subscribe, reader.permissions, () => noCodes)
  return (code) => codes.includes(code)
}
const noCodes: string[] = []

/** Leaves for an outside address, signed for a company. The tab opens now, inside the click. */
export const openOutside = (url: string): Promise<void> => {
  const tab = openTab()
  return runtime().then((r) => r.openOutside(url, tab))
}
export const logBusiness = (eventLabel: string): void => void runtime().then((r) => r.logBusiness(eventLabel))
export const logVisit = (routerName: string, pageTitle: string): void => void runtime().then((r) => r.logVisit(routerName, pageTitle))
