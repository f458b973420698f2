import { LRUCache } from 'lru-cache'
import { SharedWork } from '../kernel/answers/shared-work.ts'

const MAX_AGE_MS = 300_000

/**
 * Figures over many items that one item shows beside its own, by what they are of. Each is counted again after a change and every five
 * minutes, for whoever asks for it by itself; a list shows what is known and has the rest counted without waiting, one after another.
 */
export class KeptFigures<T> {
  readonly #kept = new LRUCache<string, { at: number; epoch: number; value: T }>({ max: 5000 })
  readonly #running = new SharedWork<T>()
  /** what lists lack, not yet counted */
  readonly #lacking = new Map<string, () => Promise<T>>()
  #counting = false
  #epoch = 0

  async get(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#holding(key)
    if (kept) return kept.value
    return this.#running.run(key, async () => {
      const [at, epoch] = [performance.now(), this.#epoch]
      const value = await load()
      this.#kept.set(key, { at, epoch, value })
      return value
    })
  }
  /** undefined when the figure was never computed */
  known(key: string, load: () => Promise<T>): T | undefined {
    if (!this.#holding(key)) {
      this.#lacking.set(key, load)
      void this.#count()
    }
    return this.#kept.get(key)?.value
  }
  /** Marks all figures as old. */
  changed(): void {
    this.#epoch++
    this.#running.forget()
  }

  #holding(key: string): { value: T } | undefined {
    const kept = this.#kept.get(key)
    return kept?.epoch === this.#epoch && performance.now() - kept.at < MAX_AGE_MS ? kept : undefined
  }

  /** After a change a list of fifty owners lacks fifty figures: counted at once they would take every connection. */
  async #count(): Promise<void> {
    if (this.#counting) return
    this.#counting = true
    for (const [key, load] of this.#lacking) {
      this.#lacking.delete(key)
      // A figure that cannot be counted now is asked for again by the next list.
      await this.get(key, load).catch(() => {})
    }
    this.#counting = false
  }
}
