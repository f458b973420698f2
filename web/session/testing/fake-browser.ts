import type { Ports, SessionMessage } from '../ports.ts'
import type { ToastAction } from '../../toast.ts'

export interface Sent {
  method: string
  path: string
  url: string
  headers: Record<string, string>
  body: unknown
}
type Answer = Response | Promise<Response>

export const ok = (data: unknown = null): Response => Response.json({ success: true, data })
export const refuse = (body: object, status = 200): Response => Response.json({ success: false, ...body }, { status })

/** A browser in memory: tabs share cookies and locks, each has its own session storage, and timers run on command. */
export function fakeBrowser(answer: (sent: Sent) => Answer, start = 1_800_000_000_000) {
  const jar = new Map<string, string>()
  const local = memory()
  const sent: Sent[] = []
  const tabs: { heard: SessionMessage[] }[] = []
  let now = start
  let locks = Promise.resolve()

  const tab = (href = 'https://qifu.example/page/home') => {
    const toasts: { kind: string; text: string; seconds: number | undefined; action?: ToastAction }[] = []
    const went: string[] = []
    const opened: string[] = []
    const timers: { at: number; every?: number; run: () => void; off?: boolean }[] = []
    let address = href
    const self = { heard: [] as SessionMessage[] }
    tabs.push(self)
    const ports: Ports = {
      fetch: async (input, init = {}) => {
        const url = String(input)
        const record = {
          method: init.method ?? 'GET',
          url,
          path: url.split('?', 1)[0] ?? '',
          headers: init.headers as Record<string, string>,
          body: init.body,
        }
        sent.push(record)
        if (init.signal?.aborted) throw init.signal.reason
        return await new Promise<Response>((resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
          Promise.resolve()
            .then(() => answer(record))
            .then(resolve, reject)
        })
      },
      cookies: {
        get: (n) => jar.get(n),
        set: (n, v) => {
          jar.set(n, v)
        },
        remove: (n) => {
          jar.delete(n)
        },
      },
      storage: memory(),
      shared: local,
      location: {
        href: () => address,
        assign: (u) => went.push(u),
        replace: (u) => went.push(`replace ${u}`),
        reload: () => went.push('reload'),
      },
      cleanAddress: (u) => {
        address = new URL(u, address).href
      },
      now: () => now,
      after: (ms, run) => {
        const t: (typeof timers)[number] = { at: now + ms, run }
        timers.push(t)
        return () => {
          t.off = true
        }
      },
      every: (ms, run) => {
        const t: (typeof timers)[number] = { at: now + ms, every: ms, run }
        timers.push(t)
        return () => {
          t.off = true
        }
      },
      lock: (_name, run) => {
        const turn = locks.then(run, run)
        locks = turn.then(
          () => {},
          () => {},
        )
        return turn
      },
      broadcast: (message) => {
        for (const other of tabs) if (other !== self) other.heard.push(message)
      },
      toast: {
        show: (kind, text, seconds, action) => {
          toasts.push({ kind, text, seconds, ...(action ? { action } : {}) })
        },
      },
      openTab: () => ({
        go: (u) => {
          opened.push(u)
        },
      }),
      online: () => true,
    }
    /** Lets time pass; timers that fall due run in order. */
    const pass = async (ms: number) => {
      const end = now + ms
      for (;;) {
        const due = timers.filter((t) => !t.off && t.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        now = due.at
        if (due.every) due.at += due.every
        else due.off = true
        due.run()
        await settle()
      }
      now = end
      await settle()
    }
    return { ports, toasts, went, opened, pass, heard: self.heard, href: () => address }
  }
  return { tab, sent, cookies: jar, local, at: () => now }
}

const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (k: string) => values.get(k) ?? null,
    keys: () => [...values.keys()],
    setItem: (k: string, v: string) => {
      values.set(k, v)
    },
    removeItem: (k: string) => {
      values.delete(k)
    },
    values,
  }
}
