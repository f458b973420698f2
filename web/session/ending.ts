import { RELOAD_AFTER_REFRESH_S, TOAST_LOGIN_401_S, USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import type { Account } from './account.ts'
import type { LogInAgain } from './log-in-again.ts'
import { wayOut } from './way-out.ts'
import { createParting } from './parting.ts'
import type { Ports } from './ports.ts'
import type { SessionUser } from './session-reader.ts'
import { personOf, type SessionStore } from './store.ts'

export interface Page {
  holdsTyping(): boolean
  flushDrafts(): Promise<void> | void
  /** asks for a log-in over the page; null: closes the question */
  ask(again: LogInAgain | null): void
}

/**
 * Decides what happens to a page after its session has ended (ADR 0185). The session itself is already cleared, as the specification says
 * (§4, §8). A page with typed input stays and asks for a log-in; it continues only for the same user. Any other page goes where its screen
 * leads.
 */
export function createEnding(ports: Ports, store: SessionStore, account: () => Account, page: Page) {
  let waiting: { user: SessionUser; reason: string; restore: () => void } | null = null
  /** the user who opened this page */
  let owner: SessionUser | undefined
  /** the page is about to be left: calls that are refused meanwhile no longer know who it was, nor where that person logs in */
  let leaving = false

  const parting = createParting(store, page)

  const address = () => {
    const { pathname, search, hash } = new URL(ports.location.href())
    return { pathname, here: pathname + search + hash }
  }
  const leaveFor = (user: SessionUser) => {
    store.forgetPerson({ forGood: false })
    store.belongTo(user)
    page.ask(null)
    const { pathname, here } = address()
    if (wayOut(pathname, here, user) === null) ports.location.reload()
    else ports.location.assign(user.type === USER_TYPE_OPERATOR ? '/work' : '/page/home')
  }
  const isOther = (user: SessionUser) => owner !== undefined && personOf(user) !== personOf(owner)
  const tellParted = (company: string | undefined) => {
    if (company) ports.toast.show('warning', `您已不再代表“${company}”`)
  }
  /** The session is the page's again, or of another user, or acts for another company. */
  const meet = (now: SessionUser) => {
    if (!isOther(now)) return parting.rejoins()
    if (parting.isParted() || parting.parts(owner!, now)) return
    // Shown as the page is left, so that the next page shows it.
    tellParted(owner!.id === now.id && owner!.companyId !== now.companyId ? owner!.companyName : undefined)
    leaveFor(now)
  }

  const ended = (user: SessionUser | undefined, reason: string) => {
    store.clearTab()
    const restore = store.forgetPerson({ forGood: false })
    const who = user ?? owner
    if (who && page.holdsTyping()) {
      waiting = { user: who, reason, restore }
      page.ask({ user: who, reason })
      return
    }
    const { pathname, here } = address()
    const target = wayOut(pathname, here, who)
    if (leaving) return
    leaving = target !== null
    ports.after(RELOAD_AFTER_REFRESH_S * 1000, () => {
      leaving = false
      // Shown as the page is left, so that it is still unread and the next page shows it (toast.ts); a page that stays shows it longer.
      if (reason && reason !== messages.loginTimeout401) ports.toast.show('error', reason)
      if (target) ports.location.assign(target)
    })
  }

  /** The question of a log-in says why, once that is known. */
  const learns = (reason: string) => {
    if (!waiting || !reason) return
    waiting.reason = reason
    page.ask({ user: waiting.user, reason })
  }

  /** A log-in that is being processed, from here or another window. */
  let coming: Promise<void> | undefined
  const back = (): Promise<void> => {
    coming ??= goOn().finally(() => {
      coming = undefined
    })
    return coming
  }
  const goOn = async (): Promise<void> => {
    const was = waiting
    if (!was || !store.token()) return
    await account().load()
    store.hold(false)
    let now = store.user()
    if (now && now.id === was.user.id && was.user.companyId && !now.companyId) {
      await account()
        .changeToCompany(was.user.companyId)
        .catch(() => {})
      now = store.user()
    }
    if (!now) return store.hold(true)
    waiting = null
    if (personOf(now) !== personOf(was.user)) return leaveFor(now)
    was.restore()
    page.ask(null)
    ports.toast.show('success', '已登录，可以继续填写', TOAST_LOGIN_401_S)
    await page.flushDrafts()
  }

  /** User and menus were loaded: remembers the page's user; a page of another user is left. */
  const loaded = () => {
    if (waiting) return void back()
    const now = store.stored()
    if (!now) return
    meet(now)
    if (isOther(now)) return
    owner = now
    // The page was loaded again because the rights had changed.
    tellParted(store.actedFor(now))
  }

  return {
    /** why the session ended for which the page asks for a log-in, '' when not known; null: it does not ask */
    askedBecause: () => waiting?.reason ?? null,
    /** before the session is cleared: a page with input keeps its display */
    ending: () => {
      if (store.user() && page.holdsTyping()) store.hold(true)
    },
    /** after it was cleared on this page */
    ended: (user: SessionUser | undefined, reason: string) => {
      ports.broadcast(reason ? `ended ${reason}` : 'ended')
      ended(user, reason)
    },
    /** another page of this browser cleared it */
    endedElsewhere: (reason = '') => {
      // The page that asked the server for the cause heard it later.
      if (waiting) return learns(reason)
      const user = store.user() ?? owner
      if (user && page.holdsTyping()) store.hold(true)
      ports.toast.show('error', reason || messages.loginTimeout401, TOAST_LOGIN_401_S)
      ended(user, reason)
    },
    /** the user has logged out on another page of this browser */
    loggedOutElsewhere: () => {
      const user = store.user() ?? owner
      // The page that logged out had everybody save first (`leaving`).
      const isKept = user !== undefined && page.holdsTyping()
      waiting = null
      page.ask(null)
      store.hold(false)
      store.clearTab()
      store.forgetPerson({ forGood: true })
      const { pathname, here } = address()
      const target = wayOut(pathname, here, user)
      if (!target) return
      // A success would not be shown on the page that follows (toast.ts).
      if (isKept) ports.toast.show('warning', '您已在其他页面退出登录，填写的内容已存为草稿，登录后可以继续填写。')
      ports.location.assign(target)
    },
    /** another page of this browser stored new tokens */
    loggedInElsewhere: async () => {
      if (waiting) return back()
      await parting.follow(owner, async () => {
        // Who it is now is not known yet, which is no failure: meanwhile the page shows whom it was loaded for.
        store.hold(true)
        store.clearTab()
        await account().ensureLoaded()
        const now = store.stored()
        if (now) meet(now)
        if (now && isOther(now)) return
        if (!waiting && !parting.isParted()) store.hold(false)
      })
    },
    /** the log-in over this page has succeeded */
    back,
    /** The token was invalidated elsewhere: companies and individuals leave through the unified log-out; staff keep their input. */
    forcedOut: () => {
      const user = store.user()
      if (user?.type !== USER_TYPE_OPERATOR || !page.holdsTyping()) return account().forceOut()
      const token = store.token()
      store.hold(true)
      store.clear()
      ports.broadcast('ended')
      ended(user, '')
      // The check only says that the session is over; the answer to a call says why.
      void import('./why-ended.ts')
        .then(({ whyEnded }) => whyEnded(ports, token))
        .catch(() => '')
        .then((reason) => {
          ports.toast.show('error', reason || messages.loginTimeout401, TOAST_LOGIN_401_S)
          if (reason) ports.broadcast(`ended ${reason}`)
          if (waiting?.user === user) learns(reason)
        })
    },
    /** Rights have changed and the page stays. */
    follow: (): void =>
      void parting.follow(owner, async () => {
        await account().follow()
        loaded()
      }),
    refusal: parting.refusal,
    /** Leaves a page whose person acts in another identity. */
    leaveParted: () => {
      const now = store.stored()
      store.hold(false)
      if (now) store.belongTo(now)
      page.ask(null)
      ports.location.assign('/work')
    },
    loaded,
  }
}
