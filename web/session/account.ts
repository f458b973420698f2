import {
  LOGOUT_TARGET_OTHERS,
  LOGOUT_TARGET_QY_GR,
  PROTOCOL_AUTHORIZED,
  PROTOCOL_DEFAULT,
  TOAST_ERROR_S,
  USER_TYPE_ENTERPRISE,
  USER_TYPE_INDIVIDUAL,
} from '../../contract/constants.ts'
import type { DraftChain } from '../../contract/draft.ts'
import { messages } from '../../contract/messages.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import { logInWhereFrom } from './came-from.ts'
import { firstAddress } from './menus.ts'
import { ownAddress } from './own-address.ts'
import type { Ports } from './ports.ts'
import { inPause } from './refresh.ts'
import { createRenewal } from './renewal.ts'
import { cameByZzd, ZZD_LOGGED_OUT } from './came-from.ts'
import type { CallInput, Request } from './request.ts'
import type { MenuEntry, SessionUser } from './session-reader.ts'
import type { SessionStore } from './store.ts'

export interface TokenPair {
  token: string
  refreshToken: string
  accessToken?: string
  redirect?: string
}
export interface AccountConfig {
  unifiedLogoutUrl: string
  protocolCheck: boolean
}

const isPublicUser = (type: string | undefined) => type === USER_TYPE_ENTERPRISE || type === USER_TYPE_INDIVIDUAL
/** The target after a log-out (spec §4): companies and individuals go to the public site, others to the log-in form. */
export const afterLogout = (type: string | undefined): string => (isPublicUser(type) ? LOGOUT_TARGET_QY_GR : LOGOUT_TARGET_OTHERS)

/** Log-in, log-out and the data loaded with them (spec §4 Session). */
export function createAccount(
  ports: Ports,
  store: SessionStore,
  request: Request,
  config: () => AccountConfig,
  saveTyped: () => Promise<void> | void = () => {},
  /** called when the server has named the user */
  onUser: (user: SessionUser) => void = () => {},
) {
  let loading: Promise<void> | undefined
  /** the password is being changed: that the session has ended is said by the page that follows, and by nothing else */
  let leaving = false

  /** One silent retry, unless the first answer ended the session. */
  const once = <T>(ask: () => Promise<T>): Promise<T> =>
    ask().catch((error: unknown) => {
      if (!store.token()) throw error
      return ask()
    })
  const loadMenus = async (): Promise<boolean> => {
    const get = () => request(sessionWire.menus, {}, { silent: true }) as Promise<{ menuList?: MenuEntry[]; permissions?: string[] } | null>
    try {
      const token = store.token()
      const answer = await once(get)
      store.setMenus(answer?.menuList ?? [], answer?.permissions ?? [], token)
      return true
    } catch {
      store.setMenus([], [])
      return false
    }
  }

  /** Loads user and menus of the token. A menu failure sets an empty menu and logs out (spec §4; after one silent retry). */
  const load = (): Promise<void> => {
    loading ??= (async () => {
      const token = store.token()
      const info = (await once(() => request(sessionWire.info, {}, { silent: true })).catch(() => null)) as {
        user?: SessionUser
        draftChain?: DraftChain | null
      } | null
      if (info?.user) {
        store.belongTo(info.user)
        store.setUser(info.user, token)
        store.setDraftChain(info.user.id, info.draftChain ?? null)
        onUser(info.user)
      } else if (!store.userIsOfToken()) store.forgetUser()
      if (!(await loadMenus()) && store.token() && !leaving) await logout()
    })().finally(() => {
      loading = undefined
    })
    return loading
  }

  const renewal = createRenewal(store, request)
  const isKnown = () => store.user() !== undefined && store.userIsOfToken() && store.menusKnown() && !loading
  /**
   * Loads user and menus before guards run: a new tab has a token but no user, a page that was left early has no menus, a tab whose token was
   * changed from outside has another account's user (ambiguities A10), and rights may have changed with an exchanged token.
   */
  const ensureLoaded = (): Promise<void> => {
    if (!store.token()) return Promise.resolve()
    if (!isKnown()) return load()
    return store.menusAreOfToken() ? Promise.resolve() : renewal.run()
  }

  /** Clears old data first, then stores the new session and loads its data. */
  const accept = async (pair: TokenPair): Promise<void> => {
    store.clear()
    store.setTokens(pair, ports.now())
    store.noteCheck(ports.now())
    ports.broadcast('login')
    await load()
  }

  const leave = (type: string | undefined, forced: boolean, to?: string) => {
    store.clear()
    store.forgetPerson({ forGood: !forced })
    ports.broadcast('logout')
    const unified = config().unifiedLogoutUrl
    if (forced && unified && isPublicUser(type))
      return ports.location.assign(
        withParam(new URL(unified, ports.location.href()).href, 'redirect', new URL('/', ports.location.href()).href),
      )
    ports.location.assign(to ?? afterLogout(type))
  }

  /** Ends the session on the server too; the local part is done whatever the server answers. */
  async function logout(): Promise<void> {
    const user = store.user()
    const type = user?.type
    ports.broadcast('leaving')
    await saveTyped()
    // A user who came from the sibling platform leaves it too; the server returns its address.
    if (user?.loginWay === 'zml' && store.token()) {
      const answer = (await request(sessionWire.zmlLogout, {}, { silent: true, timeoutMs: 5_000 }).catch(() => null)) as {
        url?: string
      } | null
      return leave(type, false, answer?.url)
    }
    if (store.token()) await request(sessionWire.logout, {}, { silent: true, timeoutMs: 5_000 }).catch(() => {})
    leave(type, false, cameByZzd(user, ports.location.href()) ? ZZD_LOGGED_OUT : undefined)
  }

  return {
    load,
    logout,
    accept,
    ensureLoaded,
    /** The page was opened: also within the pause between two refreshes it has the rights of now (S-03). */
    opened: async (): Promise<void> => {
      if (store.token() && isKnown() && inPause(ports, store)) await request(sessionWire.info, {}, { silent: true }).catch(() => {})
      await ensureLoaded()
    },
    /** Rights have changed: a load that has begun may have been answered before. */
    follow: async (): Promise<void> => {
      await (loading ?? renewal.running())
      await ensureLoaded()
    },
    login: async (form: { userName: string; password: string; verifiCode: string; codeId: string }): Promise<void> => {
      store.clear()
      await accept((await request(sessionWire.login, { body: form }, { silent: true })) as TokenPair)
    },
    /** Log-in with the ticket of another platform; `instead`: the user agreed that the present user is logged out first (O-01). */
    loginByTicket: async (endpoint: WireEndpoint, input: CallInput, instead: boolean): Promise<void> => {
      if (instead && store.token()) {
        await saveTyped()
        await request(sessionWire.logout, {}, { silent: true, timeoutMs: 5_000 }).catch(() => {})
        store.clear()
      }
      await accept((await request(endpoint, input, { silent: true })) as TokenPair)
    },
    isLeaving: () => leaving,
    /**
     * Changes the own password. The server then ends every session of the user, so what is typed here and in other windows is saved before, and
     * stays for the next log-in; the text is shown on the page that follows (spec §5).
     */
    changePassword: async (body: { oldPassword: string; newPassword: string }): Promise<void> => {
      const type = store.user()?.type
      ports.broadcast('leaving')
      await saveTyped()
      leaving = true
      try {
        await request(sessionWire.savePwd, { body }, { silent: true })
      } catch (error) {
        leaving = false
        throw error
      }
      store.clear()
      store.forgetPerson({ forGood: false })
      ports.broadcast('ended')
      ports.toast.show('success', messages.passwordChanged)
      ports.location.assign(afterLogout(type))
    },
    /** Switches to a bound company, or back: new tokens, user and menus, oldType from the server (spec §4 Changing role). */
    changeToCompany: async (companyId: number | null): Promise<void> => {
      const pair = (await request(sessionWire.changeToCompany, { body: { companyId } })) as TokenPair
      const accessToken = store.accessToken()
      await accept({ ...pair, ...(accessToken ? { accessToken } : {}) })
    },
    /** A view as somebody else begins or ends: the same tokens, another user, in every tab. */
    viewChanged: (): Promise<void> => {
      ports.broadcast('login')
      return load()
    },
    /** The token was invalidated elsewhere: logs out, companies and individuals through the unified log-out (spec §4). */
    forceOut: () => {
      const user = store.user()
      const here = ports.location.href()
      // Staff who came from 浙政钉 may have no password for the log-in form.
      const back = isPublicUser(user?.type) ? null : logInWhereFrom(user, ownAddress(here, here))
      leave(user?.type, true, back ?? undefined)
    },
    /** Reloads menus and user after a change of role or password policy. */
    reload: load,
    /** A stored '02' is returned directly; otherwise the server is asked for a logged-in company; '00' without an answer (spec §4). */
    protocolStatus: async (): Promise<string> => {
      if (store.authorized()) return PROTOCOL_AUTHORIZED
      if (store.user()?.type !== USER_TYPE_ENTERPRISE || !config().protocolCheck) return store.protocol() ?? PROTOCOL_DEFAULT
      const answer = (await request(sessionWire.authorization, {}, { silent: true })) as { authStatus?: string } | string | null
      const status = (typeof answer === 'string' ? answer : answer?.authStatus) || PROTOCOL_DEFAULT
      store.setProtocol(status)
      return status
    },
    authorize: async (authStatus: '01' | '02'): Promise<void> => {
      await request(sessionWire.setAuthorization, { query: { authStatus } })
      store.setProtocol(authStatus)
    },
    /** Address of the workbench, or null after showing the error of spec §2 Header. */
    workbenchAddress: (): string | null => {
      const first = firstAddress(store.menus())
      if (first === '/ecall') {
        ports.toast.show('error', messages.noWorkbench, TOAST_ERROR_S)
        return null
      }
      return first ?? '/work'
    },
  }
}
export type Account = ReturnType<typeof createAccount>

export const withParam = (url: string, name: string, value: string): string => {
  const address = new URL(url)
  address.searchParams.set(name, value)
  return address.href
}
