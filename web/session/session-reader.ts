import { QFT_TOKEN_KEY } from '../../contract/constants.ts'
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
  /** how the session was opened: password, sso, zzd, zml, szjj */
  loginWay?: string
  display?: { elder: boolean; contrast: boolean } | null
  /** a security officer views the platform as this user */
  viewing?: { by: string; until: string; change?: string | null } | null
  /** a system administrator set the password: it has to be changed before anything else */
  passwordGiven?: boolean
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

/** Keys in the browser's stores (spec §3, §4). */
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
  checkedAt: 'qifu.checkedAt',
  seenAt: 'qifu.seenAt',
  owner: 'qifu.owner',
  userOf: 'qifu.userOf',
  menusOf: 'qifu.menusOf',
  exchangedFor: 'qifu.exchangedFor',
  actedFor: 'qifu.actedFor',
} as const

export type Kept = Pick<Ports, 'cookies' | 'storage' | 'shared'>

/** Reads the session from cookies and session storage, and notifies its listeners of every change. Every page loads it, so it is small. */
export function createReader({ cookies, storage }: Omit<Kept, 'shared'>) {
  const listeners = new Set<() => void>()
  let version = 0
  let held = false
  const changed = () => {
    if (held) return
    version++
    for (const notify of listeners) notify()
  }
  /** Equal stored text gives the same object, so that components do not re-render after unrelated changes. */
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
        value = parsed(now) as T | undefined
      }
      return value
    }
  }
  const info = cached<{ user: SessionUser } | SessionUser>(keys.userInfo)
  const user = (): SessionUser | undefined => {
    const found = info()
    // A tab that was open before a release may hold the user without the specification's wrapper (§3).
    return found && 'user' in found ? found.user : found
  }
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
    user,
    /** As stored, also while the display is held. */
    stored: (): SessionUser | undefined => {
      const found = parsed(storage.getItem(keys.userInfo)) as { user: SessionUser } | SessionUser | undefined
      return found && 'user' in found ? found.user : found
    },
    menus: () => menus() ?? none,
    /** false until they were loaded once */
    menusKnown: () => menus() !== undefined,
    permissions: () => permissions() ?? none,
    /** undefined: there is a token, but its user is not loaded yet */
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
    touch: changed,
    /** Keeps the displayed user although the session has ended or is another user's: the page holds typed input, or is about to be left. */
    hold: (on: boolean) => {
      // Read first, so that what is held is what stood here until now.
      if (on) for (const read of [user, menus, permissions]) read()
      held = on
      changed()
    },
  }
}
const none: never[] = []

/** Parses stored JSON; undefined when it is missing or invalid. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
export type SessionReader = ReturnType<typeof createReader>
