import { CHUNK_LOAD_TIMEOUT_S } from '../../contract/constants.ts'
import { flushDrafts } from '../session/drafts.ts'

const KEY = 'qifu.chunkReload'
const ONCE_MS = 60_000

/** A part that cannot be loaded (mostly after a release) causes one reload, never a loop. `storage` holds when the last one was. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(KEY) ?? 0)
  if (now - last < ONCE_MS) return false
  storage.setItem(KEY, String(now))
  return true
}

export function guardChunks(): () => void {
  const failed = (event: Event) => {
    if (!mayReload(sessionStorage, Date.now())) return
    event.preventDefault()
    void flushDrafts().then(() => location.reload())
  }
  addEventListener('vite:preloadError', failed)
  return () => removeEventListener('vite:preloadError', failed)
}

/** A lazy part of a screen with the time-out of the specification: 120 s (spec §9). */
export function withChunkTimeout<T>(load: () => Promise<T>, seconds = CHUNK_LOAD_TIMEOUT_S): () => Promise<T> {
  return () =>
    new Promise((resolve, reject) => {
      const id = setTimeout(() => reject(new Error('页面资源加载超时，请刷新重试')), seconds * 1000)
      load()
        .then(resolve, reject)
        .finally(() => clearTimeout(id))
    })
}
