import { PUSH_BEAT_SECONDS, PUSH_PATH, PUSH_TYPE, type PushName } from '../../contract/push-names.ts'
import { underway } from './browser.ts'
import { readStream, type Heard } from './event-stream.ts'
import { token } from './runtime.ts'

/** Delay before the stream is opened: a page that is left at once opens none, and a page's own calls go first. */
const QUIET_MS = 2500
/** A page that sends requests all the time is never quiet, so after this time the stream is opened anyway. */
const PATIENCE_MS = 15_000
const TOKEN_MS = 5000
const [LEAST_PAUSE_MS, MOST_PAUSE_MS] = [1500, 60_000]
/** Two keep-alives were lost. */
const DEAD_MS = PUSH_BEAT_SECONDS * 2500

/** What the page with the stream tells the others: an event, a keep-alive, or the end of the stream. */
type Word = Heard | 'alive' | 'over'
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('qifu.live.words')
const post = (word: Word) => channel?.postMessage(word)
let alive = Number.NEGATIVE_INFINITY
let tell: (heard: Heard) => void = () => {}

/** Whether this browser receives the stream now; otherwise every page polls. */
const isLive = (): boolean => performance.now() - alive < DEAD_MS

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((go) => {
    const timer = setTimeout(go, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), go()), { once: true })
  })
const mark = () => {
  alive = performance.now()
  post('alive')
}
const said = (heard: Heard) => {
  post(heard)
  tell(heard)
}
/** Every page polls again at once. */
const over = () => {
  alive = Number.NEGATIVE_INFINITY
  post('over')
}

async function untilQuiet(signal: AbortSignal): Promise<void> {
  const latest = performance.now() + PATIENCE_MS
  const isBusy = () => document.readyState !== 'complete' || underway.count > 0 || performance.now() - underway.last < QUIET_MS
  while (!signal.aborted && isBusy() && performance.now() < latest) await sleep(250, signal)
}

/** Reads one stream until it ends. Returns the delay before the next. */
async function listenOnce(held: string, signal: AbortSignal, pause: number): Promise<number> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), DEAD_MS)
  let names: PushName[] = []
  try {
    const answer = await fetch(PUSH_PATH, {
      headers: { authorization: held, accept: PUSH_TYPE },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silent.signal]),
    })
    if (!answer.ok || !answer.body) return answer.status < 500 ? TOKEN_MS : Math.min(pause * 2, MOST_PAUSE_MS)
    await readStream(answer.body, {
      alive: () => {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), DEAD_MS)
        mark()
      },
      heard: (heard) => {
        names = [...names.slice(-1), heard.name]
        said(heard)
      },
    })
    return names.includes('full') ? MOST_PAUSE_MS : LEAST_PAUSE_MS
  } catch {
    // A stream that delivered events and then broke is reopened soon, however often that happens; one that never delivers is tried less and
    // less often.
    return names.length > 0 ? LEAST_PAUSE_MS : Math.min(pause * 2, MOST_PAUSE_MS)
  } finally {
    clearTimeout(timer)
    over()
  }
}

/** While this page holds the lock, it listens for all pages of the browser. A refused token is not tried again. */
async function lead(signal: AbortSignal): Promise<void> {
  let refused: string | undefined
  for (let pause = LEAST_PAUSE_MS; !signal.aborted; await sleep(pause + Math.random() * 500, signal)) {
    const held = token()
    if (!held || held === refused) {
      pause = TOKEN_MS
      continue
    }
    pause = await listenOnce(held, signal, pause)
    refused = pause === TOKEN_MS ? held : undefined
    if (!refused) continue
    // The session has ended or its rights have changed: the next calls of the open pages find out which, and say so. No stream is live.
    said({ name: 'look' })
    over()
  }
}

/** Call once per page. Without locks or a channel between pages, each page polls as before. Returns whether the stream is live. */
export function begin(heard: (what: Heard) => void): () => boolean {
  tell = heard
  if (!navigator.locks || !channel) return isLive
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    alive = data === 'over' ? Number.NEGATIVE_INFINITY : performance.now()
    if (typeof data === 'object') tell(data)
  })
  let stop = new AbortController()
  const run = async () => {
    const { signal } = stop
    await untilQuiet(signal)
    if (!signal.aborted) await navigator.locks.request('qifu.live', { signal }, () => lead(signal)).catch(() => {})
  }
  // A hidden page gets no events; the next page of the browser takes the lock, and this one again when it returns.
  addEventListener('pagehide', () => stop.abort())
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    stop = new AbortController()
    tell({ name: 'look' })
    void run()
  })
  void run()
  return isLive
}
