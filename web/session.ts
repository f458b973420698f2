import { useSyncExternalStore } from 'react'
import type { Viewer } from '../contract/site.ts'
import { openOutside as leaveFor, logBusiness as countClick } from './session/outside.ts'
import * as runtime from './session/runtime.ts'
import type { MenuEntry, SessionUser } from './session/store.ts'
import { logVisit as recordVisit } from './session/watch.ts'
import { useRootData } from './shell/root-data.ts'

export { onFlushDrafts, flushDrafts } from './session/drafts.ts'
export { firstAddress, shown as shownMenus } from './session/account.ts'
export type { MenuEntry, SessionUser } from './session/store.ts'

const { store, account } = runtime

/** Session actions for screens. Everything else about the session happens by itself. */
export const session = {
  start: runtime.start,
  /** resolves when user and menus are known: guards wait for it */
  ready: runtime.ready,
  login: account.login,
  logout: account.logout,
  reload: account.reload,
  protocolStatus: account.protocolStatus,
  authorize: account.authorize,
  workbenchAddress: account.workbenchAddress,
  hasToken: () => store.token() !== undefined,
  user: (): SessionUser | undefined => store.user(),
  menus: (): readonly MenuEntry[] => store.menus(),
  permissions: (): readonly string[] => store.permissions(),
}

const onServer = () => undefined

/** The logged-in person, the same on the server, at hydration and afterwards; null for a visitor. */
export function useViewer(): Viewer | null {
  const rendered = useRootData()?.viewer ?? null
  const now = useSyncExternalStore(store.subscribe, store.viewer, onServer)
  return now === undefined ? rendered : now
}
export const useUser = (): SessionUser | undefined => useSyncExternalStore(store.subscribe, store.user, onServer)
export const useMenus = (): readonly MenuEntry[] => useSyncExternalStore(store.subscribe, store.menus, () => empty)
const empty: readonly MenuEntry[] = []

/** Whether the person holds a permission code. Hides what cannot be used; the server decides. */
export function useCan(): (code: string) => boolean {
  const codes = useSyncExternalStore(store.subscribe, store.permissions, () => noCodes)
  return (code) => codes.includes(code)
}
const noCodes: string[] = []

export const openOutside = (url: string): Promise<void> => leaveFor(runtime.ports, store, runtime.request, url)
export const logBusiness = (eventLabel: string): void => countClick(runtime.request, eventLabel)
export const logVisit = (routerName: string, pageTitle: string): void => recordVisit(runtime.request, routerName, pageTitle)
