import { fromKysely, PgBoss, type JobWithMetadata } from 'pg-boss'
import type { Kernel } from '../kernel.ts'
import { outboxOf } from './outbox.ts'
import { perKernel } from '../per-kernel.ts'
import { recorded, type Recurring } from './recurring-runs.ts'

/** Separate queues, so that a long task (an export) never delays a short side effect (a text message). */
const QUEUES = { effect: 'effect', task: 'task', recurring: 'recurring' } as const
const TASK_KIND = 'task'
const WAKE_MS = [20, 200, 1000] as const
const POLL_MS = 1000
const BATCH = 100
/** With the pauses below, a message is given up after its gateway was down for about an hour (V-05). */
const RETRIES = 120
const MAX_PAUSE_S = 30

interface Work {
  outboxId: number
  kind: string
  key: string
  payload: Record<string, unknown>
}

class Jobs {
  readonly recurring = new Map<string, Recurring>()
  readonly #k: Kernel
  #boss: Promise<PgBoss> | undefined
  #workers: string[] = []
  #timers = new Set<NodeJS.Timeout>()
  #pumping = Promise.resolve()
  #stopped = false

  constructor(k: Kernel) {
    this.#k = k
    outboxOf(k).wake = () => this.#wake()
  }

  /** Looks for work soon after it was sent, because the sending transaction has not committed yet. */
  #wake(): void {
    for (const ms of WAKE_MS) this.#later(ms, () => this.pump())
  }

  #later(ms: number, run: () => Promise<void>): void {
    if (this.#stopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void run().catch((error: unknown) => {
        if (!this.#stopped) this.#k.log.warn({ err: error }, 'job queue: will be tried again')
      })
    }, ms).unref()
    this.#timers.add(timer)
  }

  /** Starts the queue; the first call creates its schema. Without it, nothing runs until something is sent. */
  start(): Promise<PgBoss> {
    return (this.#boss ??= this.#start().catch((error: unknown) => {
      this.#boss = undefined
      throw error
    }))
  }

  /**
   * Starts in the background and retries until it succeeds. Only from now on recurring jobs run at their times: in an application that does
   * not listen (tests, tools) they run only when asked for.
   */
  begin(): void {
    this.#later(0, async () => {
      try {
        const boss = await this.start()
        for (const { name, cron } of this.recurring.values())
          await boss.schedule(QUEUES.recurring, cron, { name }, { tz: 'Asia/Shanghai', key: name })
      } catch (error) {
        this.#later(POLL_MS * 3, async () => this.begin())
        throw error
      }
    })
  }

  async #start(): Promise<PgBoss> {
    const k = this.#k
    const boss = new PgBoss({
      db: { executeSql: (text, values) => k.pool.query(text, values as unknown[]) },
      backend: k.engine === 'pglite' ? 'pglite' : 'postgres',
      superviseIntervalSeconds: 10,
      monitorIntervalSeconds: 10,
      queueCacheIntervalSeconds: 10,
      clockMonitorIntervalSeconds: 600,
      monitorVacuum: false,
      reindex: false,
    })
    boss.on('error', (error) => {
      if (!this.#stopped) k.log.warn({ err: error }, 'job queue')
    })
    await boss.start()
    const retry = { retryLimit: RETRIES, retryDelay: 1, retryBackoff: true, retryDelayMax: MAX_PAUSE_S, deleteAfterSeconds: 3600 }
    await boss.createQueue(QUEUES.effect, { ...retry, expireInSeconds: 60 })
    await boss.createQueue(QUEUES.task, { ...retry, retryLimit: 2, expireInSeconds: 3600, heartbeatSeconds: 20 })
    await boss.createQueue(QUEUES.recurring, { retryLimit: 0, expireInSeconds: 1800, deleteAfterSeconds: 3600 })
    // While jobs are ready, a worker takes the next one at once: with a pause after each, a thousand messages took eight minutes (D-05).
    const steady = { burstWhenReadyExceeds: 1 } as const
    const polling = { pollingIntervalSeconds: k.engine === 'pglite' ? 2 : 1, includeMetadata: true } as const
    this.#workers = [
      await boss.work<Work>(QUEUES.effect, { ...polling, ...steady, localConcurrency: 4 }, ([job]) =>
        this.#deliver(job as JobWithMetadata<Work>),
      ),
      await boss.work<Work>(QUEUES.task, { ...polling, localConcurrency: 4, heartbeatRefreshSeconds: 5 }, ([job]) =>
        this.#deliver(job as JobWithMetadata<Work>),
      ),
      // With a pause of half a minute after each, the five jobs of every minute could not all finish.
      await boss.work<{ name: string; asked?: true }>(QUEUES.recurring, { pollingIntervalSeconds: 5, ...steady }, async ([job]) => {
        const known = this.recurring.get(job!.data.name)
        if (known) await recorded(k, known, job!.data.asked === true)
      }),
    ]
    this.#poll()
    return boss
  }

  #poll(): void {
    this.#later(POLL_MS, async () => {
      try {
        await this.pump()
      } finally {
        this.#poll()
      }
    })
  }

  /** Moves due outbox rows to the queue, each once: row and job change in one transaction. */
  pump(): Promise<void> {
    return (this.#pumping = this.#pumping.catch(() => {}).then(() => this.#pump()))
  }

  async #pump(): Promise<void> {
    if (this.#stopped) return
    const boss = await this.start()
    const moved = await this.#k.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('outbox')
        .select(['id', 'kind', 'key', 'payload'])
        .where('state', '=', 'pending')
        .where('run_after', '<=', this.#k.clock.now().toISOString())
        .orderBy('run_after')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      if (rows.length === 0) return 0
      const db = fromKysely(trx)
      for (const queue of [QUEUES.effect, QUEUES.task]) {
        const jobs = rows
          .filter(({ kind }) => (kind === TASK_KIND) === (queue === QUEUES.task))
          .map(({ id, kind, key, payload }) => ({ data: { outboxId: id, kind, key, payload } }))
        if (jobs.length > 0) await boss.insert(queue, jobs, { db })
      }
      await trx
        .updateTable('outbox')
        .set({ state: 'sent' })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
      return rows.length
    })
    if (moved > 0) for (const worker of this.#workers.slice(0, 2)) boss.notifyWorker(worker)
    if (moved === BATCH) await this.#pump()
  }

  async #deliver(job: JobWithMetadata<Work>): Promise<void> {
    const { outboxId, kind, key, payload } = job.data
    const row = this.#k.db.updateTable('outbox').where('id', '=', outboxId).where('state', '=', 'sent')
    const attempts = job.retryCount + 1
    const deliver = outboxOf(this.#k).deliver.get(kind)
    try {
      if (!deliver) throw new Error(`nothing delivers ${kind}`)
      await deliver({ id: outboxId, key, attempt: attempts, payload })
    } catch (error) {
      const last = attempts > job.retryLimit
      this.#k.log.warn({ err: error, kind, key, attempts }, last ? 'delivery given up' : 'delivery failed')
      await row.set({ attempts, last_error: String(error).slice(0, 500), ...(last ? { state: 'dead' as const } : {}) }).execute()
      throw error
    }
    await row.set({ attempts, state: 'done', done_at: this.#k.clock.now() }).execute()
  }

  /** Queues one extra run, soon and in one process; does nothing when a run already waits. */
  async ask(name: string): Promise<void> {
    const boss = await this.start()
    await boss.send(QUEUES.recurring, { name, asked: true }, { singletonKey: `asked ${name}`, singletonSeconds: 10 })
    for (const worker of this.#workers.slice(2)) boss.notifyWorker(worker)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#pumping.catch(() => {})
    const boss = await this.#boss?.catch(() => undefined)
    await boss?.stop({ graceful: true, timeout: 5000 })
  }
}

/** The job queue of this process: pg-boss on the application's own pool, one schema `pgboss` beside ours. */
export const jobsOf = perKernel((k) => new Jobs(k))

/**
 * Runs `run` by a `cron` schedule (minutes first, Asia/Shanghai) in one process only. Names are unique; the title is shown to operators.
 */
export function recurring(k: Kernel, { name, title, cron }: Omit<Recurring, 'run'>, run: () => Promise<void>): void {
  const { recurring: known } = jobsOf(k)
  if (known.has(name)) throw new Error(`recurring job ${name} is declared twice`)
  known.set(name, { name, title, cron, run })
}

/** Every recurring job of this application, in the order in which the domains declare them. */
export const recurringJobs = (k: Kernel): Recurring[] => [...jobsOf(k).recurring.values()]

/** Requests one run of a recurring job, soon and in one process, even while the job is paused. */
export const askForRun = (k: Kernel, name: string): Promise<void> => jobsOf(k).ask(name)

/** Runs a recurring job now (npm run doctor, tests). Throws for an unknown name. */
export async function runRecurring(k: Kernel, name: string): Promise<void> {
  const job = jobsOf(k).recurring.get(name)
  if (!job) throw new Error(`no recurring job ${name}`)
  await job.run()
}
