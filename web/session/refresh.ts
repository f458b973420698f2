import { sessionWire } from '../../contract/session-wire.ts'
import { sentence } from './failure.ts'
import type { Ports } from './ports.ts'
import type { SessionStore } from './store.ts'

/** refreshed: new tokens are stored · newer: another call or tab had already stored them, or the page follows in place · recent: refreshed less than 60 s ago · failed: no new token */
export type RefreshOutcome = 'refreshed' | 'newer' | 'recent' | 'failed' | 'offline'
export const REFRESH_PAUSE_MS = 60_000

const pauseLeft = (ports: Pick<Ports, 'now'>, store: SessionStore): number =>
  Math.max(0, store.exchangedAt() + REFRESH_PAUSE_MS - ports.now())
/** Whether tokens were exchanged a moment ago: a refused call is then not refreshed at once. */
export const inPause = (ports: Pick<Ports, 'now'>, store: SessionStore): boolean => pauseLeft(ports, store) > 0

/**
 * Exchanges the refresh token, one call at a time among all tabs and at most once in 60 s (S-03). It does not use the shared client, so a
 * 402 or 403 of the refresh cannot start another refresh.
 */
export function createRefresher(ports: Ports, store: SessionStore) {
  let running: Promise<RefreshOutcome> | undefined
  let refusal = ''

  const exchange = async (isAsked: boolean, rights?: number): Promise<RefreshOutcome> => {
    const refreshToken = store.refreshToken()
    if (!refreshToken) return 'failed'
    let response: Response
    try {
      response = await ports.fetch(sessionWire.refresh.path, {
        headers: { authorization: refreshToken, accept: 'application/json' },
        cache: 'no-store',
        signal: AbortSignal.timeout(30_000),
      })
    } catch {
      return 'offline'
    }
    if (response.status >= 500 || response.status === 429) return 'offline'
    const body = (await response.json().catch(() => null)) as {
      success?: boolean
      msg?: unknown
      data?: { token?: string; refreshToken?: string }
    } | null
    const { token, refreshToken: next } = body?.data ?? {}
    if (body?.success !== true || !token || !next) {
      refusal = sentence(body?.msg)
      return 'failed'
    }
    const spent = store.token()
    store.setTokens({ token, refreshToken: next }, ports.now())
    store.renewed(spent)
    // An early renewal is not counted as a repeated refusal by the server.
    if (isAsked) store.noteExchange(ports.now(), rights)
    ports.broadcast('token')
    return 'refreshed'
  }

  return {
    /** why the last exchange failed, in the server’s words: the session was ended by an officer, on another page, … */
    refusal: () => refusal,
    /** milliseconds until the next refresh is allowed */
    pauseLeft: (): number => pauseLeft(ports, store),
    /**
     * `spent` is the token that was refused, or is about to end (`early`). `rights` is the version of the rights that the refusal named;
     * `inPlace`: the page follows them without a reload, so it does not wait for the end of the pause when they are newer than those of the
     * last exchange. Rights refused twice wait: that is a server in a loop.
     */
    refresh(
      spent: string | undefined,
      { early = false, inPlace = false, rights }: { early?: boolean; inPlace?: boolean; rights?: number | undefined } = {},
    ): Promise<RefreshOutcome> {
      running ??= ports
        .lock('qifu.refresh', async (): Promise<RefreshOutcome> => {
          if (spent && store.token() && store.token() !== spent) return 'newer'
          if (!inPause(ports, store)) return exchange(!early, rights)
          if (!inPlace || rights === undefined || rights <= store.exchangedFor()) return 'recent'
          const outcome = await exchange(!early, rights)
          return outcome === 'refreshed' ? 'newer' : outcome
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}
export type Refresher = ReturnType<typeof createRefresher>
