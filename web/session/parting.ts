import { sessionWire } from '../../contract/session-wire.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import type { Page } from './ending.ts'
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

/**
 * A page that holds input in a company's name while its person no longer acts for the company: because the bond has ended, or another window
 * changed the role. It stays as it was, sends no change, and says so; otherwise the company's appeal would be filed as the person's own.
 */
export function createParting(store: SessionStore, page: Pick<Page, 'holdsTyping' | 'ask'>) {
  let parted: SessionUser | null = null
  let following: Promise<void> | null = null
  let holds = false

  return {
    isParted: () => parted !== null,
    /** Rights are asked for anew by `run`; a page of a company shows its company until the answer is known. */
    follow: (owner: SessionUser | undefined, run: () => Promise<void>): Promise<void> => {
      holds = owner?.companyId != null && page.holdsTyping()
      if (holds) store.hold(true)
      const mine = run().finally(() => {
        if (holds && !parted) store.hold(false)
        holds = false
        if (following === mine) following = null
      })
      following = mine
      return mine
    },
    /** Whether the page of `owner` now stays without its company. */
    parts: (owner: SessionUser, now: SessionUser): boolean => {
      if (owner.id !== now.id || !owner.companyId || owner.companyId === now.companyId || !page.holdsTyping()) return false
      parted = owner
      store.hold(true)
      page.ask({ user: owner, reason: '', parted: owner.companyName ?? '' })
      return true
    },
    /**
     * Why a call is not sent; null: it is. A change waits until it is known for whom it would be; without a wait the answer is there at once,
     * because a page that is being left sends its drafts in that moment or never.
     */
    refusal: (endpoint: WireEndpoint): string | null | Promise<string | null> => {
      if (!isChange(endpoint)) return null
      const why = () => (parted ? `您已不再代表“${parted.companyName ?? ''}”，没有提交` : null)
      return following ? following.then(why) : why()
    },
  }
}
