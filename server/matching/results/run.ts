import { Worker } from 'node:worker_threads'
import type { Kernel } from '../../kernel/kernel.ts'
import type { FromWorker, Job, Outcome, ToWorker, WorkerData } from './protocol.ts'

interface Options {
  signal?: AbortSignal
  progress?: (done: number, total: number) => void
}

/** Runs one matching job in a separate thread; stops it when the signal fires (rejects with its reason). */
export function runJob(k: Kernel, job: Job, { signal, progress }: Options = {}): Promise<Outcome> {
  signal?.throwIfAborted()
  const url = k.engine === 'postgres' ? k.pool.options.connectionString! : null
  return new Promise<Outcome>((resolve, reject) => {
    const worker = new Worker(new URL('./match-worker.ts', import.meta.url), {
      workerData: { url, job } satisfies WorkerData,
      execArgv: [],
      // A batch needs few megabytes; without limits the garbage of a whole pass would grow the application's memory.
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    })
    const stop = () => {
      void worker.terminate()
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', stop, { once: true })
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(new Error('the matching thread ended without an answer'))
    })
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'progress') progress?.(message.done, message.total)
      else if (message.type === 'done') resolve(message.outcome)
      // Under --watch a thread also reports the files that it reads.
      else if (message.type === 'query') void answer(k, message, (reply) => worker.postMessage(reply))
    })
  })
}

/** The embedded database has one connection, which belongs to the application. */
async function answer(k: Kernel, { id, text, values }: FromWorker & { type: 'query' }, reply: (message: ToWorker) => void): Promise<void> {
  try {
    const { rows } = await k.pool.query({ text, values, rowMode: 'array' })
    reply({ type: 'rows', id, rows: rows as unknown[][] })
  } catch (error) {
    reply({ type: 'rows', id, error: String(error) })
  }
}
