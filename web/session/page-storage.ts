import type { Ports } from './ports.ts'
import type { Kept } from './session-reader.ts'
import { inFrame } from './frame.ts'

const storage = guarded(() => sessionStorage)
/** In another site's frame the browser neither stores nor gives cookies; its session storage there is kept apart for that site (ADR 0988). */
const inTheFrame = (name: string) => `qifu.frame.${name}`

/** Where the browser stores the session. Cookies are host-only, SameSite=Lax, Secure on https, and end with the browser (S-05). */
export const pageStorage: Kept = {
  cookies: {
    get: (name) => {
      const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
      const value = found ? decodeURIComponent(found.slice(name.length + 1)) || undefined : undefined
      return value ?? (inFrame() ? storage.getItem(inTheFrame(name)) || undefined : undefined)
    },
    set: (name, value) => {
      document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
      if (inFrame()) storage.setItem(inTheFrame(name), value)
    },
    remove: (name) => {
      document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
      storage.removeItem(inTheFrame(name))
    },
  },
  storage,
  shared: guarded(() => localStorage),
}

export const openTab: Ports['openTab'] = () => {
  const tab = window.open('about:blank', '_blank')
  if (!tab) return null
  tab.opener = null
  return { go: (url) => tab.location.replace(url) }
}

/** Storage may be forbidden or full; the session then lasts as long as the page. */
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
    keys: () =>
      attempt(
        (s) => Array.from({ length: s.length }, (_, at) => s.key(at)!),
        () => [...own.keys()],
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
