import { busy } from '../errors.ts'

/** Longer than any statement may take (5 s), shorter than anybody waits. */
const LIMIT_MS = 8000

/** `work`, or 503 after `ms`: the work goes on and its end is heard by nobody. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), ms).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Work by key that all who ask while it runs share. What does not end fails for all who wait (503) and is begun anew by the next: an answer that
 * never comes must not be waited for by everybody who comes after (V-05).
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

  /** Who asks from now on begins anew; without a prefix everything. Those who wait get what they asked for. */
  forget(prefix = ''): void {
    for (const key of this.#running.keys()) if (key.startsWith(prefix)) this.#running.delete(key)
  }
}
