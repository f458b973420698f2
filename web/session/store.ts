import { PROTOCOL_AUTHORIZED } from '../../contract/constants.ts'
import type { DraftChain } from '../../contract/draft.ts'
import { personalKeys, putBack, takePersonal, type TabChain } from './personal.ts'
import { keys, parsed, type Kept, type MenuEntry, type SessionReader, type SessionUser } from './session-reader.ts'

const tabKeys = [
  keys.accessToken,
  keys.userInfo,
  keys.userOf,
  keys.menuList,
  keys.menusOf,
  keys.permissions,
  keys.protocol,
  keys.passwordAsked,
] as const
/** The end of a token, enough to distinguish tokens. */
const endOf = (token: string | undefined): string => token?.slice(-8) ?? ''

/** The session's data for its rules: further reads, and all writes. It contains no rules itself. */
export function createStore({ cookies, storage, shared }: Kept, reader: SessionReader) {
  const changed = reader.touch
  const read = (key: string) => parsed(storage.getItem(key)) as string | undefined
  /** tokens of this session that were exchanged: the end of the next one by the end of the spent one */
  const exchanged = new Map<string, string>()
  const latest = (end: string): string => (exchanged.has(end) ? latest(exchanged.get(end)!) : end)
  const markUser = (token: string | undefined) => storage.setItem(keys.userOf, latest(endOf(token)))
  /** Whether this tab's user was loaded with the present token: another tab, or an outside log-in, may have changed the account. */
  const userIsOfToken = () => storage.getItem(keys.userOf) === endOf(cookies.get(keys.token))
  return {
    ...reader,
    userIsOfToken,
    /** The same session continues with a newer token: its user stays known, also one whose answer to the spent token is on its way. */
    renewed: (spent: string | undefined) => {
      if (spent) exchanged.set(endOf(spent), endOf(cookies.get(keys.token)))
      if (storage.getItem(keys.userOf) === endOf(spent)) markUser(spent)
    },
    /** The same, when another window exchanged the token. */
    renewedElsewhere: () => {
      const [before, now] = [storage.getItem(keys.userOf), endOf(cookies.get(keys.token))]
      if (before && before !== now) exchanged.set(before, now)
      storage.setItem(keys.userOf, now)
    },
    refreshToken: () => cookies.get(keys.refreshToken),
    protocol: () => read(keys.protocol),
    authorized: () => read(keys.protocol) === PROTOCOL_AUTHORIZED,
    accessToken: () => read(keys.accessToken),
    /** when the tokens were issued, in this browser's clock; 0 when unknown */
    refreshedAt: () => Number(shared.getItem(keys.refreshedAt) ?? 0) || 0,
    /** when a refresh token was last exchanged; reset by a log-in or change of identity */
    exchangedAt: () => Number(shared.getItem(keys.exchangedAt) ?? 0) || 0,
    setTokens: (pair: { token: string; refreshToken: string; accessToken?: string | undefined }, at: number) => {
      cookies.set(keys.token, pair.token)
      cookies.set(keys.refreshToken, pair.refreshToken)
      if (pair.accessToken) storage.setItem(keys.accessToken, JSON.stringify(pair.accessToken))
      shared.setItem(keys.refreshedAt, String(at))
      changed()
    },
    /** `token`: the one used for the request */
    setUser: (value: SessionUser, token = cookies.get(keys.token)) => {
      storage.setItem(keys.userInfo, JSON.stringify({ user: value }))
      markUser(token)
      changed()
    },
    /** with the user, whose drafts the tab can then store before the server answers a form */
    setDraftChain: (person: number, chain: DraftChain | null) => {
      if (chain) storage.setItem(personalKeys.draftChain, JSON.stringify({ person, step: 0, ...chain } satisfies TabChain))
      else storage.removeItem(personalKeys.draftChain)
    },
    /** Whether this tab's menus and permissions were loaded with the present token; one that was exchanged may stand for other rights. */
    menusAreOfToken: () => storage.getItem(keys.menusOf) === endOf(cookies.get(keys.token)),
    /** `token`: the one used for the request */
    setMenus: (menuList: MenuEntry[], codes: string[], token = cookies.get(keys.token)) => {
      storage.setItem(keys.menusOf, endOf(token))
      storage.setItem(keys.menuList, JSON.stringify(menuList))
      storage.setItem(keys.permissions, JSON.stringify(codes))
      changed()
    },
    setProtocol: (status: string) => {
      storage.setItem(keys.protocol, JSON.stringify(status))
      changed()
    },
    /** when the token was last checked for invalidation elsewhere */
    checkedAt: () => Number(shared.getItem(keys.checkedAt) ?? 0) || 0,
    noteCheck: (at: number) => shared.setItem(keys.checkedAt, String(at)),
    /** when the server last heard from the user, as far as this browser knows */
    seenAt: () => Math.max(Number(shared.getItem(keys.seenAt) ?? 0), Number(shared.getItem(keys.refreshedAt) ?? 0)) || 0,
    noteSeen: (at: number) => shared.setItem(keys.seenAt, String(at)),
    /** `rights`: the version of the rights that the exchange was asked for, if the refusal named it */
    noteExchange: (at: number, rights?: number) => {
      shared.setItem(keys.exchangedAt, String(at))
      if (rights !== undefined) shared.setItem(keys.exchangedFor, String(rights))
    },
    /** the version of the rights for which tokens were last exchanged */
    exchangedFor: () => Number(shared.getItem(keys.exchangedFor) ?? 0) || 0,
    clearTokens: () => {
      for (const name of [keys.token, keys.refreshToken, keys.qftToken]) cookies.remove(name)
      changed()
    },
    /** user and menus are reloaded at the next start, because rights have changed (403) */
    forgetUser: () => {
      const { id, companyId, companyName } = reader.stored() ?? {}
      if (companyId) storage.setItem(keys.actedFor, JSON.stringify({ id, companyId, companyName }))
      for (const name of [keys.userInfo, keys.userOf, keys.menuList, keys.menusOf, keys.permissions]) storage.removeItem(name)
      changed()
    },
    /** The company of the user who was forgotten, when the same person no longer acts for it; told once. */
    actedFor: (now: SessionUser): string | undefined => {
      const was = parsed(storage.getItem(keys.actedFor)) as Partial<SessionUser> | undefined
      storage.removeItem(keys.actedFor)
      return was?.id === now.id && was.companyId !== now.companyId ? was.companyName : undefined
    },
    /** clears what this tab stores of the user */
    clearTab: () => {
      for (const name of tabKeys) storage.removeItem(name)
      changed()
    },
    clear: () => {
      for (const name of [keys.token, keys.refreshToken, keys.qftToken]) cookies.remove(name)
      for (const name of tabKeys) storage.removeItem(name)
      for (const name of [keys.refreshedAt, keys.exchangedAt, keys.exchangedFor, keys.checkedAt, keys.seenAt]) shared.removeItem(name)
      changed()
    },
    /** Clears the user's data of all pages; the returned function restores it. `forGood`: copies of drafts as well. */
    forgetPerson: ({ forGood }: { forGood: boolean }): (() => void) => {
      const marks = [storage.getItem(keys.owner), shared.getItem(keys.owner)] as const
      const taken = takePersonal(storage, shared, { forGood })
      storage.removeItem(keys.owner)
      shared.removeItem(keys.owner)
      return () => {
        putBack(taken)
        if (marks[0]) storage.setItem(keys.owner, marks[0])
        if (marks[1]) shared.setItem(keys.owner, marks[1])
      }
    },
    /** From now on, stored page data belongs to this user; another user's data is cleared. */
    belongTo: (user: SessionUser) => {
      const owner = personOf(user)
      for (const place of [storage, shared]) {
        const before = place.getItem(keys.owner)
        if (before !== null && before !== owner) takePersonal(storage, shared, { forGood: false })
        place.setItem(keys.owner, owner)
      }
    },
  }
}

/** Identifies user and role: a user who acts for a company counts as another person. */
export const personOf = (user: SessionUser): string => `${user.id}:${user.type}:${user.companyId ?? ''}`
export type SessionStore = ReturnType<typeof createStore>
