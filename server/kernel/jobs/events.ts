import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/index.ts'
import { kernelOf } from '../kernel-of.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

const CHANNEL = 'qifu'
const RETRY_MS = 2000

class Events {
  readonly emitter = new EventEmitter()
  readonly #k: Kernel
  #client: pg.Client | undefined
  #ready: Promise<void> | undefined
  #stopped = false

  constructor(k: Kernel) {
    this.#k = k
    this.emitter.setMaxListeners(100)
  }

  /** PostgreSQL: one separate connection listens for the whole process; after a break it reconnects and publishes `reconnected`. */
  listen(): Promise<void> {
    if (this.#k.engine === 'pglite') return Promise.resolve()
    return (this.#ready ??= this.#connect())
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#k.pool.options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 3000,
      application_name: 'qifu-events',
    })
    this.#client = client
    const pool: EventEmitter = this.#k.pool
    let broken = false
    const reconnect = () => {
      if (broken || this.#stopped) return
      broken = true
      pool.off('away', reconnect)
      void client.end().catch(() => {})
      setTimeout(() => {
        if (this.#stopped) return
        void this.#connect().then(() => this.emitter.emit('reconnected', {}))
      }, RETRY_MS).unref()
    }
    // A connection that was cut silently would never report an error.
    pool.once('away', reconnect)
    client.on('error', reconnect)
    client.on('end', reconnect)
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#k.log.warn({ err: error }, 'events: no connection yet')
      reconnect()
    }
  }

  #heard(text: string): void {
    try {
      const { topic, data } = JSON.parse(text) as { topic: string; data: Record<string, unknown> }
      this.emitter.emit(topic, data)
    } catch (error) {
      this.#k.log.warn({ err: error }, 'events: unreadable message')
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#ready?.catch(() => {})
    await this.#client?.end().catch(() => {})
  }
}

export const eventsOf = perKernel((k) => new Events(k))

interface Event {
  topic: string
  /** small (8,000 bytes at most), without secrets */
  data?: Record<string, unknown>
}

/**
 * Tells every process that something changed, after the transaction `db` has committed (PostgreSQL: NOTIFY; embedded: in process, also
 * after a rollback). Listeners get it at most once and may miss it while the connection is broken. Several events are one statement.
 */
export async function publishAll(db: Db, events: readonly Event[]): Promise<void> {
  const k = kernelOf(db)
  if (k.engine === 'postgres') {
    const texts = events.map(({ topic, data = {} }) => JSON.stringify({ topic, data }))
    await sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) as one(text)`.execute(db)
    return
  }
  // The single connection is free only when the transaction is over.
  setImmediate(() => {
    void k.pool.query('select 1').then(
      () => events.forEach(({ topic, data = {} }) => eventsOf(k).emitter.emit(topic, data)),
      () => {},
    )
  })
}

/** As `publishAll`, for one event. `data` is small (8,000 bytes at most) and holds no secrets. */
export const publish = (db: Db, topic: string, data: Record<string, unknown> = {}): Promise<void> => publishAll(db, [{ topic, data }])

/** Listens to `publish` of all processes, including this one. `reconnected` arrives after a break: assume then that an event was missed. */
export function subscribe(k: Kernel, topic: string, heard: (data: Record<string, unknown>) => void): () => void {
  const events = eventsOf(k)
  const safely = (data: Record<string, unknown>) => {
    try {
      heard(data)
    } catch (error) {
      k.log.error({ err: error, topic }, 'event listener failed')
    }
  }
  events.emitter.on(topic, safely)
  return () => {
    events.emitter.off(topic, safely)
  }
}
