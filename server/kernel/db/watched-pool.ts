import pg from 'pg'

const EVERY_MS = 300
/**
 * A database that needs longer for an empty query counts as away: a request with several statements would not be answered in three seconds
 * (V-05).
 */
const LIMIT_MS = 1900

/** The database does not answer; callers get 503 at once instead of waiting (errors.ts). */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  readonly code = '08006'
  constructor() {
    super('the database does not answer')
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * A pool that monitors whether the server answers. Three times a second a separate connection sends an empty query; without an answer in
 * 1.9 s the pool is `away`: waiting and running queries fail at once, and so does every new one, until an answer comes. This detects a cut
 * cable, a stopped server and one that is far too slow. Emits 'away' and 'back'.
 */
export class WatchedPool extends pg.Pool {
  readonly #config: pg.PoolConfig
  readonly #waiting = new Set<() => void>()
  readonly #open = new Set<pg.PoolClient>()
  #probe: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #ended = false
  #away = false
  #answered = false

  constructor(config: pg.PoolConfig) {
    super(config)
    this.#config = { ...config, connectionTimeoutMillis: LIMIT_MS, application_name: 'qifu-watch' }
    this.on('connect', (client) => {
      this.#open.add(client)
      surviveLoss(client)
    })
    this.on('remove', (client) => this.#open.delete(client))
  }

  get away(): boolean {
    return this.#away
  }

  /**
   * Starts the monitoring. Before this call, and until the first answer, the pool behaves as an ordinary one: starts and scripts may take
   * their time.
   */
  watch(): void {
    if (!this.#timer) this.#later()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback) return this.#take(callback)
    return new Promise((resolve, reject) => {
      this.#take((error, client) => (error || !client ? reject(error ?? new DatabaseAway()) : resolve(client)))
    })
  }

  override async end(): Promise<void> {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#drop()
    await super.end()
  }

  #take(callback: Connected): void {
    const nobody = () => callback(new DatabaseAway(), undefined, () => {})
    if (this.#away) {
      process.nextTick(nobody)
      return
    }
    let left = false
    const leave = () => {
      left = true
      nobody()
    }
    this.#waiting.add(leave)
    super.connect((error, client, done) => {
      this.#waiting.delete(leave)
      // A caller that has already timed out gets no `done`.
      if (left) done?.(true)
      else callback(error, client, done)
    })
  }

  #later(): void {
    if (!this.#ended) this.#timer = setTimeout(() => void this.#look(), EVERY_MS).unref()
  }

  async #look(): Promise<void> {
    const answered = await this.#answers()
    if (this.#ended) return
    if (!answered) this.#drop()
    this.#answered ||= answered
    if (this.#answered && answered === this.#away) {
      this.#away = !answered
      if (this.#away) this.#fail()
      this.emit(this.#away ? 'away' : 'back')
    }
    this.#later()
  }

  async #answers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      // Read what has arrived before giving up: perhaps this process was too busy to read it.
      timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), LIMIT_MS).unref()
    })
    const answer = this.#ask().then(
      () => true,
      () => false,
    )
    return Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }

  async #ask(): Promise<void> {
    if (!this.#probe) {
      const probe = new pg.Client(this.#config)
      this.#probe = probe
      probe.on('error', () => this.#drop(probe))
      await probe.connect()
    }
    await this.#probe!.query('select 1')
  }

  #drop(probe = this.#probe): void {
    if (probe && probe === this.#probe) this.#probe = undefined
    if (probe) cut(probe)
  }

  #fail(): void {
    for (const leave of this.#waiting) leave()
    this.#waiting.clear()
    for (const client of this.#open) cut(client)
  }
}

/** A checked-out client also emits its loss as an 'error' event, which would end the process without a listener; its query fails anyway. */
export const surviveLoss = (client: pg.ClientBase): void => {
  client.on('error', () => {})
}

/** Closes the socket without a terminate message: the server would not answer it. */
export const cut = (client: pg.ClientBase): void => {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
