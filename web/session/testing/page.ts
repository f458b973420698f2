import { createAccount, type AccountConfig } from '../account.ts'
import { createRefresher } from '../refresh.ts'
import { createRequest } from '../request.ts'
import { mayAsk } from '../right-ask.ts'
import { createReader } from '../session-reader.ts'
import { createStore } from '../store.ts'
import type { fakeBrowser } from './fake-browser.ts'

/** One page of a fake browser with the real session in it. */
export function openPage(
  browser: ReturnType<typeof fakeBrowser>,
  options: {
    href?: string
    config?: Partial<AccountConfig>
    askCode?: () => Promise<boolean>
    askPassword?: () => Promise<boolean>
    typing?: boolean
    /** the page asks for a log-in, for this reason */
    askedBecause?: string
    /** user and menus are still being loaded */
    opening?: boolean
  } = {},
) {
  const tab = browser.tab(options.href)
  const flushed: string[] = []
  const ended: (string | undefined)[] = []
  const asked: string[] = []
  const store = createStore(tab.ports, createReader(tab.ports))
  const refresher = createRefresher(tab.ports, store)
  const request = createRequest(tab.ports, store, refresher, {
    flushDrafts: () => {
      flushed.push('drafts')
    },
    ended: (user) => {
      ended.push(user?.type)
    },
    ending: () => {},
    holdsTyping: () => options.typing ?? false,
    opening: () => options.opening ?? false,
    follow: () => void account.follow(),
    refusal: () => null,
    askedBecause: (): string | null => options.askedBecause ?? (account.isLeaving() ? '' : null),
    mayAsk: (refusal) => mayAsk(store.user(), refusal),
    askRight: (refusedCall) => {
      asked.push(refusedCall)
      return Promise.resolve()
    },
    askCode: options.askCode ?? (() => Promise.resolve(false)),
    askPassword: options.askPassword ?? (() => Promise.resolve(false)),
  })
  const account = createAccount(
    tab.ports,
    store,
    request,
    () => ({ unifiedLogoutUrl: '', protocolCheck: true, ...options.config }),
    () => void flushed.push('drafts'),
  )
  return { ...tab, store, refresher, request, account, flushed, ended, asked }
}
