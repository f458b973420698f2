import { Worker } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from './cell.ts'

export interface SheetWriter {
  /** Adds rows; waits while the worker has enough to do. */
  write(rows: Cell[][]): Promise<void>
  /** Finishes the file. */
  end(): Promise<void>
  /** Ends the worker at once; what it wrote is worthless. */
  abort(): Promise<void>
}

/** Writes one xlsx sheet to `path` in a worker thread of at most 68 MB; the first row should be the header (it stays in view). */
export function writeSheet(path: string, { name, widths }: { name: string; widths: number[] }): SheetWriter {
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), {
    workerData: { path, name, widths },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  })
  let inFlight = 0
  let failed: Error | undefined
  let room: () => void = () => {}
  let finished: (error?: Error) => void = () => {}
  const fail = (error: Error) => {
    failed ??= error
    room()
    finished(error)
  }
  worker.on('message', (message: 'taken' | 'done') => {
    if (message === 'taken') {
      inFlight--
      room()
    } else finished()
  })
  worker.on('error', fail)
  worker.on('exit', (code) => {
    if (code !== 0) fail(new Error(`sheet worker ended with ${code}`))
  })
  return {
    write: async (rows) => {
      while (inFlight > 1 && !failed)
        await new Promise<void>((resolve) => {
          room = resolve
        })
      if (failed) throw failed
      inFlight++
      worker.postMessage(rows)
    },
    end: async () => {
      if (failed) throw failed
      const done = new Promise<void>((resolve, reject) => {
        finished = (error) => (error ? reject(error) : resolve())
      })
      worker.postMessage(null)
      await done
    },
    abort: async () => {
      await worker.terminate()
    },
  }
}

/** A small sheet in memory: import templates, short lists. */
export async function makeSheet(name: string, rows: Cell[][], widths: number[]): Promise<Buffer> {
  const stream = writeXlsxStream(rows, { name, columns: widths.map((width) => ({ width })), freezePane: { rows: 1 }, inlineStrings: true })
  return Buffer.from(await new Response(stream as ReadableStream).arrayBuffer())
}
