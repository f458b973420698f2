import { CHUNK_LOAD_TIMEOUT_S } from '../../contract/constants.ts'
import { flushDrafts } from '../session/drafts.ts'
import { toast } from '../toast.ts'

const KEY = 'qifu.chunkReload'
const ONCE_MS = 60_000

/** A part that cannot be loaded (mostly after a release) causes one reload, never a loop. `storage` holds the time of the last one. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? 0)
  if (now - last < ONCE_MS) return false
  storage.setItem(KEY, String(now))
  return true
}

/** Reloads once and returns whether it does; drafts are saved first. */
export function reloadOnce(): boolean {
  // Without a connection the browser would show its error page instead of this page.
  if (navigator.onLine === false) return false
  if (!mayReload(sessionStorage, Date.now())) return false
  void flushDrafts().then(() => location.reload())
  return true
}

export function guardChunks(): () => void {
  const failed = (event: Event) => {
    if (reloadOnce()) event.preventDefault()
  }
  addEventListener('vite:preloadError', failed)
  return () => removeEventListener('vite:preloadError', failed)
}

const TOO_LATE = '页面资源加载超时，请刷新重试'

/**
 * For parts that the whole page needs (the session rules, the next screen) and that cannot be loaded: tells the user and reloads the page,
 * once.
 */
export function tooLate(): void {
  toast.error(TOO_LATE)
  reloadOnce()
}

/** As `withChunkTimeout`, for parts that nothing works without. */
export function essential<T>(load: () => Promise<T>, late = tooLate): () => Promise<T> {
  const inTime = withChunkTimeout(load)
  return () =>
    inTime().catch((error: unknown) => {
      if (error instanceof ChunkTimeout) late()
      throw error
    })
}

class ChunkTimeout extends Error {}

/** A lazy part of a screen with the time-out of the specification: 120 s (spec §9). */
export function withChunkTimeout<T>(load: () => Promise<T>, seconds = CHUNK_LOAD_TIMEOUT_S): () => Promise<T> {
  return () =>
    new Promise((resolve, reject) => {
      const id = setTimeout(() => reject(new ChunkTimeout(TOO_LATE)), seconds * 1000)
      load()
        .then(resolve, reject)
        .finally(() => clearTimeout(id))
    })
}
