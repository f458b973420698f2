import { PROTOCOL_AUTHORIZED, QFT_TOKEN_KEY } from '../../contract/constants.ts'
import type { Viewer } from '../../contract/site.ts'
import type { Ports } from './ports.ts'

export interface SessionUser {
  id: number
  name: string
  userName?: string
  type: string
  oldType?: string
  companyId?: number | null
  companyName?: string
  officeName?: string
  mobile?: string
}
export interface MenuEntry {
  id: number
  order: number
  name: string
  url: string
  desc?: string
  icon?: string
  hidden?: boolean
  disabled?: boolean
  children?: MenuEntry[]
}

/** Names in the browser's stores (spec §3, §4). */
export const keys = {
  token: 'token',
  refreshToken: 'refreshToken',
  qftToken: QFT_TOKEN_KEY,
  accessToken: 'accessToken',
  userInfo: 'userInfo',
  menuList: 'menuList',
  permissions: 'permissions',
  protocol: 'protocolStatus',
  refreshedAt: 'qifu.refreshedAt',
  exchangedAt: 'qifu.exchangedAt',
  passwordAsked: 'qifu.passwordAsked',
} as const

const tabKeys = [keys.accessToken, keys.userInfo, keys.menuList, keys.permissions, keys.protocol, keys.passwordAsked] as const

/** The session as kept in cookies and session storage; tells its listeners of every change. Holds no rules. */
export function createStore({ cookies, storage, shared }: Pick<Ports, 'cookies' | 'storage' | 'shared'>) {
  const listeners = new Set<() => void>()
  let version = 0
  const changed = () => {
    version++
    for (const notify of listeners) notify()
  }
  const parsed = <T>(text: string | null): T | undefined => {
    try {
      return text === null ? undefined : (JSON.parse(text) as T)
    } catch {
      return undefined
    }
  }
  const read = <T>(key: string) => parsed<T>(storage.getItem(key))
  /** The same stored text is the same object: what hangs on it is not drawn anew by a change of something else. */
  const cached = <T>(key: string) => {
    let at = -1
    let text: string | null = null
    let value: T | undefined
    return () => {
      if (at === version) return value
      at = version
      const now = storage.getItem(key)
      if (now !== text) {
        text = now
        value = parsed<T>(now)
      }
      return value
    }
  }
  const user = cached<SessionUser>(keys.userInfo)
  const menus = cached<MenuEntry[]>(keys.menuList)
  const permissions = cached<string[]>(keys.permissions)
  let viewerOf: SessionUser | undefined
  let viewer: Viewer | null = null

  return {
    subscribe: (notify: () => void) => {
      listeners.add(notify)
      return () => {
        listeners.delete(notify)
      }
    },
    token: () => cookies.get(keys.token),
    refreshToken: () => cookies.get(keys.refreshToken),
    user,
    menus: () => menus() ?? none,
    /** false until they were answered once */
    menusKnown: () => menus() !== undefined,
    permissions: () => permissions() ?? none,
    /** undefined: a token is there, but its user is not loaded yet */
    viewer: (): Viewer | null | undefined => {
      if (!cookies.get(keys.token)) return null
      const now = user()
      if (!now) return undefined
      if (now !== viewerOf) {
        viewerOf = now
        viewer = { type: now.type, name: now.name }
      }
      return viewer
    },
    protocol: () => read<string>(keys.protocol),
    authorized: () => read<string>(keys.protocol) === PROTOCOL_AUTHORIZED,
    accessToken: () => read<string>(keys.accessToken),
    setTokens: (pair: { token: string; refreshToken: string; accessToken?: string | undefined }, at: number) => {
      cookies.set(keys.token, pair.token)
      cookies.set(keys.refreshToken, pair.refreshToken)
      if (pair.accessToken) storage.setItem(keys.accessToken, JSON.stringify(pair.accessToken))
      shared.setItem(keys.refreshedAt, String(at))
      changed()
    },
    setUser: (value: SessionUser) => {
      storage.setItem(keys.userInfo, JSON.stringify(value))
      changed()
    },
    setMenus: (menuList: MenuEntry[], codes: string[]) => {
      storage.setItem(keys.menuList, JSON.stringify(menuList))
      storage.setItem(keys.permissions, JSON.stringify(codes))
      changed()
    },
    setProtocol: (status: string) => {
      storage.setItem(keys.protocol, JSON.stringify(status))
      changed()
    },
    /** when the tokens were issued, in this browser's clock; 0 when unknown */
    refreshedAt: () => Number(shared.getItem(keys.refreshedAt) ?? 0) || 0,
    /** when a refresh token was last exchanged; a log-in or another identity since then begins anew */
    exchangedAt: () => Number(shared.getItem(keys.exchangedAt) ?? 0) || 0,
    noteExchange: (at: number) => shared.setItem(keys.exchangedAt, String(at)),
    clearTokens: () => {
      for (const name of [keys.token, keys.refreshToken, keys.qftToken]) cookies.remove(name)
      changed()
    },
    /** user and menus are asked for anew at the next start: rights have changed (403) */
    forgetUser: () => {
      for (const name of [keys.userInfo, keys.menuList, keys.permissions]) storage.removeItem(name)
      changed()
    },
    /** what this tab holds of the person */
    clearTab: () => {
      for (const name of tabKeys) storage.removeItem(name)
      changed()
    },
    clear: () => {
      for (const name of [keys.token, keys.refreshToken, keys.qftToken]) cookies.remove(name)
      for (const name of tabKeys) storage.removeItem(name)
      for (const name of [keys.refreshedAt, keys.exchangedAt]) shared.removeItem(name)
      changed()
    },
    touch: changed,
  }
}
const none: never[] = []
export type SessionStore = ReturnType<typeof createStore>
