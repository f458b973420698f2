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
  /** a security officer sees the platform as this person */
  viewing?: { by: string; until: string } | null
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
  checkedAt: 'qifu.checkedAt',
  seenAt: 'qifu.seenAt',
  owner: 'qifu.owner',
  userOf: 'qifu.userOf',
} as const

export type Kept = Pick<Ports, 'cookies' | 'storage' | 'shared'>

/** Reads the session as kept in cookies and session storage; tells its listeners of every change. Every page has it, so it is small. */
export function createReader({ cookies, storage }: Omit<Kept, 'shared'>) {
  const listeners = new Set<() => void>()
  let version = 0
  let held = false
  const changed = () => {
    if (held) return
    version++
    for (const notify of listeners) notify()
  }
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
        value = parsed(now) as T | undefined
      }
      return value
    }
  }
  const info = cached<{ user: SessionUser } | SessionUser>(keys.userInfo)
  const user = (): SessionUser | undefined => {
    const found = info()
    // A tab that was open before a release may still hold the user without the frame of the specification (§3).
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
    touch: changed,
    /** What is on the screen stays as it is although the session has ended: it holds something typed. */
    hold: (on: boolean) => {
      held = on
      changed()
    },
  }
}
const none: never[] = []

/** What was stored as JSON; undefined when there is none or it is broken. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
export type SessionReader = ReturnType<typeof createReader>
