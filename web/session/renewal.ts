import { sessionWire } from '../../contract/session-wire.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import type { Request } from './request.ts'
import type { MenuEntry, SessionUser } from './session-reader.ts'
import type { SessionStore } from './store.ts'

/**
 * Loads user and menus for an exchanged token, because rights may have changed with it. What the tab knows of them stays when the server does
 * not answer: nobody is logged out for it.
 */
export function createRenewal(store: SessionStore, request: Request) {
  let running: Promise<void> | undefined
  const load = async (): Promise<void> => {
    const token = store.token()
    const ask = <T>(endpoint: WireEndpoint) => request(endpoint, {}, { silent: true }) as Promise<T | null>
    const info = await ask<{ user?: SessionUser }>(sessionWire.info)
    const menus = await ask<{ menuList?: MenuEntry[]; permissions?: string[] }>(sessionWire.menus)
    // Another account may have logged in meanwhile; its own load stores its data.
    if (!info?.user || !menus || info.user.id !== store.user()?.id) return
    store.setUser(info.user, token)
    store.setMenus(menus.menuList ?? [], menus.permissions ?? [], token)
  }
  return {
    running: () => running,
    run: (): Promise<void> => {
      running ??= load()
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}
