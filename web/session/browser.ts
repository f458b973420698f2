import { toast } from '../toast.ts'
import { openTab, pageStorage } from './page-storage.ts'
import type { Ports } from './ports.ts'
import { createMessages } from './window-messages.ts'

const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('qifu.session')
const messages = createMessages(channel, () => pageStorage.cookies.get('token')?.slice(-8))

/** The running calls, and the time of the last answer: work that can wait starts when the page is quiet. */
export const underway = { count: 0, last: 0 }
const counted: typeof fetch = async (...args) => {
  underway.count += 1
  try {
    return await fetch(...args)
  } finally {
    underway.count -= 1
    underway.last = performance.now()
  }
}

/** The ports of the real browser. */
export const browserPorts: Ports = {
  fetch: counted,
  ...pageStorage,
  location: {
    href: () => location.href,
    assign: (url) => location.assign(url),
    replace: (url) => location.replace(url),
    reload: () => location.reload(),
  },
  cleanAddress: (url) => history.replaceState(history.state, '', url),
  now: () => Date.now(),
  after: (ms, run) => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
  every: (ms, run) => {
    const id = setInterval(run, ms)
    return () => clearInterval(id)
  },
  lock: (name, run) => (navigator.locks ? navigator.locks.request(name, run) : run()),
  broadcast: messages.broadcast,
  toast,
  openTab,
  online: () => navigator.onLine,
}

export const listen = messages.listen
