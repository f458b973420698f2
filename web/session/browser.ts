import { toast } from '../toast.ts'
import type { Ports, SessionMessage } from './ports.ts'

const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('qifu.session')

/** The real browser behind the ports. Cookies are host-only, SameSite=Lax, Secure on https, and end with the browser (S-05). */
export const browserPorts: Ports = {
  fetch: (...args) => fetch(...args),
  cookies: {
    get: (name) => {
      const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
      return found ? decodeURIComponent(found.slice(name.length + 1)) || undefined : undefined
    },
    set: (name, value) => {
      document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
    },
    remove: (name) => {
      document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
    },
  },
  storage: guarded(() => sessionStorage),
  shared: guarded(() => localStorage),
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
  broadcast: (message) => channel?.postMessage(message),
  toast,
  openTab: () => {
    const tab = window.open('about:blank', '_blank')
    if (!tab) return null
    tab.opener = null
    return { go: (url) => tab.location.replace(url) }
  },
  online: () => navigator.onLine,
}

export const listen = (heard: (message: SessionMessage) => void): void => {
  channel?.addEventListener('message', (event: MessageEvent<SessionMessage>) => heard(event.data))
}

/** Storage may be forbidden or full; the session then lives as long as the page. */
function guarded(of: () => Storage): Ports['storage'] {
  const own = new Map<string, string>()
  const attempt = <T>(run: (s: Storage) => T, otherwise: () => T): T => {
    try {
      return run(of())
    } catch {
      return otherwise()
    }
  }
  return {
    getItem: (key) =>
      attempt(
        (s) => s.getItem(key),
        () => own.get(key) ?? null,
      ),
    setItem: (key, value) =>
      attempt(
        (s) => s.setItem(key, value),
        () => {
          own.set(key, value)
        },
      ),
    removeItem: (key) => {
      own.delete(key)
      attempt(
        (s) => s.removeItem(key),
        () => {},
      )
    },
  }
}
