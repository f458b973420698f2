/** Matches companies in a thread of the lowest priority, so that pages are not delayed (issue 3, F). */
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { setTypeParsers } from '../../kernel/db/type-parsers.ts'
import { judgeCompanies } from './companies-pass.ts'
import { dryRun } from './dry-run-pass.ts'
import { listCandidates } from './list-pass.ts'
import { live } from './live-pass.ts'
import type { FromWorker, Outcome, ToWorker, WorkerData } from './protocol.ts'
import { OWN_FIELDS_SQL, takeForRules, type OwnFieldRow } from '../own-fields/as-field.ts'
import { LISTS_SQL, type ListRow } from '../own-fields/lists.ts'
import { makeRows } from './rows-pass.ts'
import { judgeRule } from './rule-pass.ts'
import type { Pace, Query } from './thread.ts'

const { url, job } = workerData as WorkerData
const port = parentPort!
const say = (message: FromWorker) => port.postMessage(message)

// On Linux, 0 is the calling thread, and the main thread keeps its priority; on other systems it would be the whole process.
if (process.platform === 'linux') setPriority(0, 10)
setTypeParsers()

/** Connects directly, or through the application when the database is embedded. */
async function connect(): Promise<{ query: Query; end: () => Promise<void> }> {
  if (url !== null) {
    const client = new pg.Client({ connectionString: url, application_name: 'qifu-matching', statement_timeout: 60_000 })
    client.on('error', () => {})
    await client.connect()
    await client.query(`set timezone = 'UTC'; set jit = off`)
    return {
      query: async <R extends unknown[]>(text: string, values: readonly unknown[] = []) =>
        (await client.query<R>({ text, values: [...values], rowMode: 'array' })).rows,
      end: () => client.end(),
    }
  }
  const waiting = new Map<number, { resolve: (rows: unknown[][]) => void; reject: (error: Error) => void }>()
  let asked = 0
  port.on('message', ({ id, rows, error }: ToWorker) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(rows ?? [])
    else one?.reject(new Error(error))
  })
  return {
    query: (text, values = []) =>
      new Promise((resolve, reject) => {
        waiting.set(++asked, { resolve: (rows) => resolve(rows as never[]), reject })
        say({ type: 'query', id: asked, text, values: values as unknown[] })
      }),
    end: async () => {
      port.close()
    },
  }
}

const { query, end } = await connect()
takeForRules(await query<OwnFieldRow>(OWN_FIELDS_SQL), await query<ListRow>(LISTS_SQL))
/** A second connection: reading the next companies and writing the changes take about equally long. */
const writer = job.kind === 'rule' && url !== null ? await connect() : null
const progress = (done: number, total: number) => say({ type: 'progress', done, total })

/** Pauses between batches: as long as the thread waited for a processor, and always a little for the database. */
const LONGEST_PAUSE = 100
const pace: Pace = async (work) => {
  const from = performance.now()
  const before = process.threadCpuUsage()
  const result = work()
  const { user, system } = process.threadCpuUsage(before)
  const used = (user + system) / 1000
  const waited = performance.now() - from - used
  await sleep(Math.min(LONGEST_PAUSE, used / 4 + Math.max(0, waited)))
  return result
}

async function work(): Promise<Outcome> {
  switch (job.kind) {
    case 'companies':
      return judgeCompanies(query, job, progress, pace)
    case 'rule':
      return judgeRule(query, writer?.query ?? query, job, progress, pace)
    case 'rows':
      return makeRows(query, job, progress, pace)
    case 'dryRun':
      return dryRun(query, job, progress, pace)
    case 'live':
      return live(query, job, pace)
    case 'list':
      return listCandidates(query, job, progress, pace)
  }
}
const NOTHING: Outcome = { companies: 0, changed: 0, busy: true }
/** Only one of several processes writes; the others try again in a minute. */
const mayWrite = async () =>
  url === null
  || job.kind === 'dryRun'
  || job.kind === 'live'
  || job.kind === 'list'
  || (await query<[boolean]>(`select pg_try_advisory_lock(hashtext('qifu-matching'))`))[0]![0]

const outcome = (await mayWrite()) ? await work() : NOTHING
say({ type: 'done', outcome })
await writer?.end()
await end()
