import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import type { Page } from './ending.ts'
import type { Parted } from './log-in-again.ts'
import type { SessionUser } from './session-reader.ts'
import type { SessionStore } from './store.ts'

/** Calls of the session itself, which belong to no page. */
const always: ReadonlySet<string> = new Set(
  [sessionWire.logout, sessionWire.saveLog, sessionWire.changeToCompany, sessionWire.confirmFactor, sessionWire.confirmPassword].map(
    ({ path }) => path,
  ),
)
const isChange = ({ method, path }: WireEndpoint): boolean =>
  path === sessionWire.setAuthorization.path || (method !== 'GET' && !always.has(path))

const companyOf = ({ companyId }: SessionUser): number | null => companyId ?? null
/** Why a page sends no change. */
const notSent = ({ of, now }: Parted): string =>
  of === '' ? `本页是您个人的，您现在代表“${now}”，没有提交` : `您已不再代表“${of}”，没有提交`

/**
 * A page that holds input in one identity while its person now acts in another: a company's, because the bond has ended or another window
 * changed the role, or the person's own, because another window changed to a company. It stays as it was, sends no change, and says so;
 * otherwise the company's appeal would be filed as the person's own, or the person's as the company's. It goes on when its person is back.
 */
export function createParting(store: SessionStore, page: Page) {
  let parted: Parted | null = null
  let following: Promise<void> | null = null
  let holds = false

  return {
    isParted: () => parted !== null,
    /** Rights are asked for anew by `run`; a page that holds input shows its identity until the answer is known. */
    follow: (owner: SessionUser | undefined, run: () => Promise<void>): Promise<void> => {
      holds = owner !== undefined && owner.type !== USER_TYPE_OPERATOR && page.holdsTyping()
      if (holds) store.hold(true)
      const mine = run().finally(() => {
        if (holds && !parted) store.hold(false)
        holds = false
        if (following === mine) following = null
      })
      following = mine
      return mine
    },
    /** Whether the page of `owner` now stays without its identity. */
    parts: (owner: SessionUser, now: SessionUser): boolean => {
      if (owner.id !== now.id || companyOf(owner) === companyOf(now) || !page.holdsTyping()) return false
      parted = { of: owner.companyName ?? '', now: now.companyName ?? '' }
      store.hold(true)
      page.ask({ user: owner, reason: '', parted })
      return true
    },
    /** Its person acts in the page's identity again. */
    rejoins: (): void => {
      if (!parted) return
      parted = null
      store.hold(false)
      page.ask(null)
      void page.flushDrafts()
    },
    /**
     * Why a call is not sent; null: it is. A change waits until it is known for whom it would be; without a wait the answer is there at once,
     * because a page that is being left sends its drafts in that moment or never.
     */
    refusal: (endpoint: WireEndpoint): string | null | Promise<string | null> => {
      if (!isChange(endpoint)) return null
      const why = () => (parted ? notSent(parted) : null)
      return following ? following.then(why) : why()
    },
  }
}
