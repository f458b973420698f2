import { LRUCache } from 'lru-cache'
import { SharedWork } from './shared-work.ts'

/**
 * Keeps expensive answers (totals, facet counts) for a few seconds. Within `renewMs` an answer is returned as it is. Until `staleMs` it is
 * still returned while a new one is computed in the background; after that callers wait. So no answer is older than `staleMs` plus one
 * computation, whichever process changed the data. It uses real time, not the movable clock, because it limits the age of a copy.
 */
export class Freshness {
  readonly #renewMs: number
  readonly #staleMs: number
  readonly #kept: LRUCache<string, { at: number; value: unknown }>
  readonly #running: SharedWork<unknown>
  #epoch = 0

  constructor({
    renewMs = 2000,
    staleMs = 4000,
    max = 2000,
    limitMs,
  }: { renewMs?: number; staleMs?: number; max?: number; limitMs?: number } = {}) {
    this.#renewMs = renewMs
    this.#staleMs = staleMs
    this.#kept = new LRUCache({ max })
    this.#running = new SharedWork(limitMs)
  }

  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    const age = kept ? performance.now() - kept.at : Infinity
    if (kept && age < this.#renewMs) return kept.value as T
    const coming = this.#load(key, load)
    if (kept && age < this.#staleMs) {
      coming.catch(() => {})
      return kept.value as T
    }
    return coming
  }

  /** Forgets everything; call after a change made in this process. */
  clear(): void {
    this.#epoch++
    this.#kept.clear()
    this.#running.forget()
  }

  #load<T>(key: string, load: () => Promise<T>): Promise<T> {
    return this.#running.run(key, async () => {
      const at = performance.now(),
        epoch = this.#epoch
      const value = await load()
      if (epoch === this.#epoch) this.#kept.set(key, { at, value })
      return value
    }) as Promise<T>
  }
}
