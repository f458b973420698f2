import { LRUCache } from 'lru-cache'
import { SharedWork } from '../answers/shared-work.ts'
import { packed, type Coding, type Packed } from './packed.ts'

export { codingFor, packed as pack, type Coding } from './packed.ts'

/** One rendered answer. Only compressed bytes are kept. */
export interface CachedPage {
  at: number
  status: number
  headers: Record<string, string>
  packed: Packed
}

export interface HtmlCacheOptions {
  /** how long a copy is served without rendering, in milliseconds */
  ttlMs: number
  /** how long an old copy may be served while the page cannot be rendered, in milliseconds */
  staleMs: number
  /** limit of all cached bytes */
  maxBytes: number
  /** milliseconds after which a rendering is given up */
  limitMs?: number
  now?: () => number
}

/**
 * Rendered public pages by address; the least recently used is dropped first. Keys start with the path, so that `purge` works by prefix.
 */
export class HtmlCache {
  readonly #pages: LRUCache<string, CachedPage>
  readonly #rendering: SharedWork<CachedPage | null>
  readonly #options: HtmlCacheOptions
  readonly #now: () => number
  #purges = 0
  #expired = -1

  constructor(options: HtmlCacheOptions) {
    this.#options = options
    this.#pages = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: weight })
    this.#rendering = new SharedWork(options.limitMs)
    this.#now = options.now ?? Date.now
  }

  fresh(key: string, ttlMs = this.#options.ttlMs): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (!page || page.at <= this.#expired || this.#now() - page.at >= ttlMs) return undefined
    return page
  }

  /** The last good copy, for when the database is away. */
  stale(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    return page && this.#now() - page.at < this.#options.staleMs ? page : undefined
  }

  /**
   * Makes every copy stale: it is rendered anew before it is shown again, and may be used as an old copy until then. For cases in which an
   * event may have been missed.
   */
  expire(): void {
    this.#purges++
    this.#expired = this.#now()
    this.#rendering.forget()
  }

  /**
   * Renders once for all callers that ask at the same time. `render` returns the page to cache, or null when it must not be cached. After a
   * purge during rendering the page is answered but not cached.
   */
  render(
    key: string,
    coding: Coding,
    render: () => Promise<(Pick<CachedPage, 'status' | 'headers'> & { body: string | Buffer }) | null>,
  ): Promise<CachedPage | null> {
    return this.#rendering.run(key, async () => {
      const purges = this.#purges
      const made = await render()
      if (!made) return null
      const page: CachedPage = { at: this.#now(), status: made.status, headers: made.headers, packed: packed(made.body, coding) }
      if (purges === this.#purges) this.#pages.set(key, page)
      return page
    })
  }

  /** Drops every page whose address starts with the prefix; call it after publishing, taking down or editing. */
  purge(prefix: string): void {
    this.#purges++
    this.#rendering.forget(prefix)
    for (const key of this.#pages.keys()) if (key.startsWith(prefix)) this.#pages.delete(key)
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.size, bytes: this.#pages.calculatedSize }
  }
}

const weight = (page: CachedPage, key: string) => key.length * 2 + page.packed.weight + 1024
