import { LRUCache } from 'lru-cache'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { dateOf } from '../clock.ts'
import { subscribe } from '../jobs/events.ts'
import type { Kernel } from '../kernel.ts'
import { SharedWork } from './shared-work.ts'

const MAX_BYTES = 32 << 20
/** part of an answer's life after which it is computed anew */
const LATE = 0.75

/** Either the bytes that go out over HTTP or the value that a page renders: one address is asked for in one of the two ways. */
interface Kept {
  at: number
  day: string
  /** the record it shows */
  subject: unknown
  answer: Buffer | { value: unknown }
  weight: number
}

export interface KeepOptions {
  /** how long an answer is given, milliseconds of real time (it bounds the age of a copy, as in `Freshness`) */
  ttlMs: number
  /** kept for calls over HTTP too; otherwise only for pages rendered here */
  http: boolean
  /** after so long a computation is given up */
  limitMs?: number
  /** the one record that an answer shows, so that it can be forgotten by it */
  subject?: (value: any) => unknown
}

/**
 * Answers of a public call that are the same for everybody, kept by address. An answer is given for `ttlMs` of the same day at most, and
 * never after `forget`: what was being computed then is still answered, but not kept. Refusals are not kept. Callers who ask for the same
 * at once share one computation. `MAX_BYTES` bounds what is kept of one call.
 */
export class KeptAnswers {
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MAX_BYTES, sizeCalculation: ({ weight }) => weight })
  readonly #running: SharedWork<Kept>
  readonly #day: () => string
  readonly #options: KeepOptions
  readonly http: boolean
  #epoch = 0

  constructor(day: () => string, options: KeepOptions) {
    this.#day = day
    this.#options = options
    this.http = options.http
    this.#running = new SharedWork(options.limitMs)
  }

  /** The envelope as UTF-8 JSON. `load` gives the answer after the output schema, so nothing undeclared is in it. */
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

  /** An answer that is asked for late in its life is computed anew beside it, so that nobody waits when it ends. */
  #answer(address: string, load: () => Promise<unknown>, as: (value: unknown) => Kept['answer']): Kept | Promise<Kept> {
    const kept = this.#fresh(address)
    if (!kept) return this.#load(address, load, as)
    if (performance.now() - kept.at > this.#options.ttlMs * LATE) this.#load(address, load, as).catch(() => {})
    return kept
  }

  #fresh(address: string): Kept | undefined {
    const kept = this.#kept.get(address)
    return kept && performance.now() - kept.at < this.#options.ttlMs && kept.day === this.#day() ? kept : undefined
  }

  #load(address: string, load: () => Promise<unknown>, as: (value: unknown) => Kept['answer']): Promise<Kept> {
    return this.#running.run(address, async () => {
      const epoch = this.#epoch
      const at = performance.now(),
        day = this.#day()
      const value = await load()
      const answer = as(value)
      const weight = address.length * 2 + 256 + (Buffer.isBuffer(answer) ? answer.length : envelope(value).length * 3)
      const made = { at, day, subject: this.#options.subject?.(value), answer, weight }
      if (epoch === this.#epoch) this.#kept.set(address, made)
      return made
    })
  }
}

const envelope = (value: unknown): string => JSON.stringify({ success: true, data: value ?? null })

/**
 * Keeps the answers of public GET calls for callers without a token. `forget` belongs behind every change of what they show, in every
 * process (events.ts). The handlers must be registered.
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
  // Whoever forgets the pages that show something means the answers in them too.
  subscribe(k, 'pages', () => forget())
  return { forget }
}
