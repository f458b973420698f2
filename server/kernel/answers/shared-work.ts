import { busy } from '../errors.ts'

/** Longer than any statement may take (5 s), shorter than people wait. */
const LIMIT_MS = 8000

/** Resolves as `work` does, or fails with 503 after `ms`. The work continues then, but its result is ignored. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), ms).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Shares one running work per key between all callers. When the work does not end in time, all waiting callers get 503 and the next caller
 * starts it anew, so that later callers do not wait for an answer that never comes (V-05).
 */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<T>>()
  readonly #limitMs: number

  constructor(limitMs = LIMIT_MS) {
    this.#limitMs = limitMs
  }

  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key)
    if (running) return running
    const shared: Promise<T> = inTime(work(), this.#limitMs).finally(() => {
      if (this.#running.get(key) === shared) this.#running.delete(key)
    })
    this.#running.set(key, shared)
    return shared
  }

  /** Callers from now on start the work anew; without a prefix, for all keys. Callers who already wait still get the old result. */
  forget(prefix = ''): void {
    for (const key of this.#running.keys()) if (key.startsWith(prefix)) this.#running.delete(key)
  }
}
