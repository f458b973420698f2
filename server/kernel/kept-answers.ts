import type { Endpoint } from '../../contract/endpoint.ts'
import { dateOf } from './clock.ts'
import { subscribe } from './events.ts'
import type { Kernel } from './kernel.ts'
import { SharedWork } from './shared-work.ts'

const MAX_BYTES = 32 << 20
/** part of an answer's life after which it is computed anew */
const LATE = 0.75

interface Kept {
  at: number
  day: string
  value: unknown
  body: Buffer
}

export interface KeepOptions {
  /** how long an answer is given, milliseconds of real time (it bounds the age of a copy, as in `Freshness`) */
  ttlMs: number
  /** kept for calls over HTTP too; otherwise only for pages rendered here */
  http: boolean
  /** after so long a computation is given up */
  limitMs?: number
}

/**
 * Answers of a public call that are the same for everybody, kept by address. An answer is given for `ttlMs` of the same day at most, and
 * never after `forget`: what was being computed then is still answered, but not kept. Refusals are not kept. Callers who ask for the same
 * at once share one computation.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>()
  readonly #running: SharedWork<Kept>
  readonly #day: () => string
  readonly #ttlMs: number
  readonly http: boolean
  #bytes = 0
  #epoch = 0

  constructor(day: () => string, { ttlMs, http, limitMs }: KeepOptions) {
    this.#day = day
    this.#ttlMs = ttlMs
    this.http = http
    this.#running = new SharedWork(limitMs)
  }

  /** The envelope as UTF-8 JSON. `load` gives the answer after the output schema, so nothing undeclared is in it. */
  async bytes(address: string, load: () => Promise<unknown>): Promise<Buffer> {
    return (await this.#answer(address, load)).body
  }

  async value(address: string, load: () => Promise<unknown>): Promise<unknown> {
    return (await this.#answer(address, load)).value
  }

  /** Forgets every answer, or those whose data are concerned. */
  forget(concerned?: (value: unknown) => boolean): void {
    this.#epoch++
    this.#running.forget()
    for (const [address, { value }] of this.#kept) if (!concerned || concerned(value)) this.#drop(address)
  }

  /** An answer that is asked for late in its life is computed anew beside it, so that nobody waits when it ends. */
  #answer(address: string, load: () => Promise<unknown>): Kept | Promise<Kept> {
    const kept = this.#fresh(address)
    if (!kept) return this.#load(address, load)
    if (performance.now() - kept.at > this.#ttlMs * LATE) this.#load(address, load).catch(() => {})
    return kept
  }

  #fresh(address: string): Kept | undefined {
    const kept = this.#kept.get(address)
    return kept && performance.now() - kept.at < this.#ttlMs && kept.day === this.#day() ? kept : undefined
  }

  #load(address: string, load: () => Promise<unknown>): Promise<Kept> {
    return this.#running.run(address, async () => {
      const epoch = this.#epoch
      const at = performance.now(),
        day = this.#day()
      const value = await load()
      const made = { at, day, value, body: Buffer.from(JSON.stringify({ success: true, data: value ?? null })) }
      if (epoch === this.#epoch) this.#keep(address, made)
      return made
    })
  }

  /** Entries stand in the order of their making, so the oldest is always the first. */
  #keep(address: string, made: Kept): void {
    this.#drop(address)
    this.#kept.set(address, made)
    this.#bytes += weight(address, made)
    for (const [oldest, { at }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES && made.at - at < this.#ttlMs) break
      this.#drop(oldest)
    }
  }

  #drop(address: string): void {
    const kept = this.#kept.get(address)
    if (!kept) return
    this.#kept.delete(address)
    this.#bytes -= weight(address, kept)
  }
}

/** The value is held beside its bytes: about three times their size, measured on policy details. */
const weight = (address: string, { body }: Kept) => address.length * 2 + body.length * 4 + 256

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
  const forget = (concerned?: (value: unknown) => boolean) => all.forEach((kept) => kept.forget(concerned))
  // Whoever forgets the pages that show something means the answers in them too.
  subscribe(k, 'pages', () => forget())
  return { forget }
}
