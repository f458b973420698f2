import { Readable } from 'node:stream'
import { PUSH_BEAT_SECONDS, type PushName } from '../../../contract/push-names.ts'
import type { Actor } from '../actor.ts'
import { crowded } from '../errors.ts'
import type { Kernel } from '../kernel.ts'

/** Limit of streams per process; beyond it a page polls. */
export const MOST_STREAMS = 2000
/** A browser opens one stream, so this allows three browsers. */
export const MOST_OF_A_PERSON = 3
/** S-02: after a log-out or a lost right, the stream must end within a second. */
const CHECK_MS = 500
const RETRY_SECONDS = 30
/** A client that does not read is disconnected; it reloads everything when it reconnects. */
const MOST_UNREAD_BYTES = 16 << 10

export interface Told {
  name: PushName
  id?: string | number
}
interface Stream {
  body: Readable
  token: string
  userId: number
  permissions: ReadonlySet<string>
}
export type Hears = (who: { userId: number; permissions: ReadonlySet<string> }) => boolean

const written = ({ name, id }: Told) => `event: ${name}\ndata: ${JSON.stringify(id === undefined ? {} : { id })}\n\n`

/** The open streams of this process. A stream ends with its session, and when the rights of the session change. */
export class Streams {
  readonly #k: Kernel
  readonly #open = new Map<number, Set<Stream>>()
  #count = 0
  #beat: NodeJS.Timeout | undefined
  #check: NodeJS.Timeout | undefined
  #closed = false

  constructor(k: Kernel) {
    this.#k = k
  }

  get count(): number {
    return this.#count
  }

  /** Throws 503 when the process has too many streams or is about to stop. A stream over the person's limit is told so and ended. */
  open({ userId, permissions }: Actor, token: string): Readable {
    if (this.#closed || this.#count >= MOST_STREAMS) throw crowded(RETRY_SECONDS)
    const own = this.#open.get(userId) ?? new Set()
    if (own.size >= MOST_OF_A_PERSON) return Readable.from([Buffer.from(written({ name: 'full' }))])
    const stream: Stream = { body: new Readable({ read() {}, highWaterMark: 1024 }), token, userId, permissions }
    this.#open.set(userId, own.add(stream))
    this.#count += 1
    stream.body.once('close', () => this.#gone(stream))
    stream.body.push(written({ name: 'look' }))
    this.#beat ??= setInterval(() => this.#toAll(': \n\n'), PUSH_BEAT_SECONDS * 1000).unref()
    this.#check ??= setTimeout(() => void this.#sweep(), CHECK_MS).unref()
    return stream.body
  }

  tell(told: Told, hears: Hears): void {
    this.#toAll(written(told), hears)
  }
  tellUsers(told: Told, userIds: readonly number[]): void {
    const text = written(told)
    for (const id of userIds) for (const stream of this.#open.get(id) ?? []) this.#write(stream, text)
  }

  /** Ends all streams, so that they do not keep the process from stopping (V-04). */
  close(): void {
    this.#closed = true
    for (const stream of this.#all()) stream.body.push(null)
    clearInterval(this.#beat)
    clearTimeout(this.#check)
  }

  *#all(): Generator<Stream> {
    for (const own of this.#open.values()) yield* own
  }

  #toAll(text: string, hears?: Hears): void {
    for (const stream of this.#all()) if (!hears || hears(stream)) this.#write(stream, text)
  }

  #write({ body }: Stream, text: string): void {
    if (body.readableLength > MOST_UNREAD_BYTES) body.destroy()
    else body.push(text)
  }

  #gone(stream: Stream): void {
    const own = this.#open.get(stream.userId)
    if (!own?.delete(stream)) return
    if (own.size === 0) this.#open.delete(stream.userId)
    this.#count -= 1
    if (this.#count > 0) return
    clearInterval(this.#beat)
    this.#beat = undefined
  }

  /** Checks all streams with one query; while the database is away the streams stay. */
  async #sweep(): Promise<void> {
    const all = [...this.#all()]
    const good = await this.#k.goodTokens(all.map(({ token }) => token)).catch(() => null)
    if (good) for (const { token, body } of all) if (!good.has(token)) body.push(null)
    this.#check = this.#count > 0 && !this.#closed ? setTimeout(() => void this.#sweep(), CHECK_MS).unref() : undefined
  }
}
