import { LRUCache } from 'lru-cache'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { dateOf } from '../clock.ts'
import { subscribe } from '../jobs/events.ts'
import type { Kernel } from '../kernel.ts'
import { SharedWork } from './shared-work.ts'

const MAX_BYTES = 32 << 20
/** the share of an answer's lifetime after which it is recomputed */
const LATE = 0.75

/** Either the bytes for HTTP or the value that a page renders; each address uses one of the two. */
interface Kept {
  at: number
  day: string
  /** the record it shows */
  subject: unknown
  holds: (() => boolean) | undefined
  answer: Buffer | { value: unknown }
  weight: number
}

export interface KeepOptions {
  /** how long an answer is kept, in milliseconds of real time (it limits the age of a copy, as in `Freshness`) */
  ttlMs: number
  /** kept for calls over HTTP too; otherwise only for pages rendered here */
  http: boolean
  /** the answer is the same with a token, and is sent with an ETag: an unchanged one is not sent again */
  tagged?: boolean
  /** a computation is given up after this time */
  limitMs?: number
  /** the one record that an answer shows; `forget(subject)` finds the answer by it */
  subject?: (value: any) => unknown
  /** called before each computation, for what also changes with the time of day: returns whether that answer still holds */
  holds?: () => Promise<() => boolean>
}

/**
 * Keeps the answers of a public call that are the same for everybody, by address. An answer is used for at most `ttlMs`, only on the day on
 * which it was computed, and never after `forget`: a computation that was running then is still returned, but not kept. Refusals are not
 * kept. Callers who ask for the same address at once share one computation. `MAX_BYTES` limits what is kept of one call.
 */
export class KeptAnswers {
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MAX_BYTES, sizeCalculation: ({ weight }) => weight })
  readonly #running: SharedWork<Kept>
  readonly #day: () => string
  readonly #options: KeepOptions
  readonly http: boolean
  readonly tagged: boolean
  #epoch = 0

  constructor(day: () => string, options: KeepOptions) {
    this.#day = day
    this.#options = options
    this.http = options.http
    this.tagged = options.tagged ?? false
    this.#running = new SharedWork(options.limitMs)
  }

  /** The envelope as UTF-8 JSON. `load` returns the answer after the output schema, so it holds only declared fields. */
  async bytes(address: string, load: () => Promise<unknown>): Promise<Buffer> {
    const { answer } = await this.#answer(address, load, (value) => Buffer.from(envelope(value)))
    return answer as Buffer
  }

  async value(address: string, load: () => Promise<unknown>): Promise<unknown> {
    const { answer } = await this.#answer(`value ${address}`, load, (value) => ({ value }))
    return (answer as { value: unknown }).value
  }

  /** Forgets every answer, or those of one record. */
  forget(subject?: unknown): void {
    this.#epoch++
    this.#running.forget()
    if (subject === undefined) return this.#kept.clear()
    for (const [address, kept] of this.#kept) if (kept.subject === subject) this.#kept.delete(address)
  }

  /** Near the end of an answer's life, a request starts a new computation in the background, so that nobody waits when it expires. */
  #answer(address: string, load: () => Promise<unknown>, as: (value: unknown) => Kept['answer']): Kept | Promise<Kept> {
    const kept = this.#fresh(address)
    if (!kept) return this.#load(address, load, as)
    if (performance.now() - kept.at > this.#options.ttlMs * LATE) this.#load(address, load, as).catch(() => {})
    return kept
  }

  #fresh(address: string): Kept | undefined {
    const kept = this.#kept.get(address)
    if (!kept || performance.now() - kept.at >= this.#options.ttlMs || kept.day !== this.#day()) return undefined
    return kept.holds?.() === false ? undefined : kept
  }

  #load(address: string, load: () => Promise<unknown>, as: (value: unknown) => Kept['answer']): Promise<Kept> {
    return this.#running.run(address, async () => {
      const epoch = this.#epoch
      const at = performance.now(),
        day = this.#day()
      const holds = await this.#options.holds?.()
      const value = await load()
      const answer = as(value)
      const weight = address.length * 2 + 256 + (Buffer.isBuffer(answer) ? answer.length : envelope(value).length * 3)
      const made = { at, day, subject: this.#options.subject?.(value), holds, answer, weight }
      if (epoch === this.#epoch) this.#kept.set(address, made)
      return made
    })
  }
}

const envelope = (value: unknown): string => JSON.stringify({ success: true, data: value ?? null })

/**
 * Keeps the answers of public GET calls for callers without a token. Call `forget` after every change of what they show, in every process
 * (events.ts). The handlers must be registered before.
 */
export function keepAnswers(k: Kernel, endpoints: readonly Endpoint<any, any, any>[], options: KeepOptions): Pick<KeptAnswers, 'forget'> {
  const all = endpoints.map((endpoint) => {
    const registered = k.registry.get(`${endpoint.method} ${endpoint.path}`)
    if (!registered || endpoint.access !== 'public' || endpoint.method !== 'GET' || endpoint.blob)
      throw new Error(`${endpoint.path} cannot be kept: it must be a registered public GET call with JSON`)
    let second = NaN,
      day = ''
    const today = () => {
      const now = k.clock.now()
      const at = Math.floor(now.getTime() / 1000)
      if (at !== second) [second, day] = [at, dateOf(now)]
      return day
    }
    registered.kept = new KeptAnswers(today, options)
    return registered.kept
  })
  const forget = (subject?: unknown) => all.forEach((kept) => kept.forget(subject))
  // When the pages of something are forgotten, the answers inside them are forgotten too.
  subscribe(k, 'pages', () => forget())
  return { forget }
}
