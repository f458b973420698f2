import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { bookStream, type PageColumn } from './book.ts'
import type { MadeCell } from './cell.ts'
import type { SheetColumn } from './check.ts'

/** Name of the page with notes about a sheet. */
export const NOTES = '说明'

export interface SheetWriter {
  /** Adds rows; waits while the worker is busy. */
  write(rows: MadeCell[][]): Promise<void>
  /** Finishes the file; `notes` are the lines of the second page. */
  end(notes?: MadeCell[][]): Promise<void>
  /** Stops the worker at once; the unfinished file is useless. */
  abort(): Promise<void>
}

/**
 * Writes one xlsx sheet to `path` in a worker thread of at most 68 MB. The first row holds the titles, frozen and with a filter. `note`
 * adds a second page for notes about the sheet, so that only rows stand below the titles.
 */
export function writeSheet(
  path: string,
  { name, columns, note = null }: { name: string; columns: PageColumn[]; note?: string | null },
): SheetWriter {
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), {
    workerData: { path, name, columns, note },
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
  // Under --watch a thread also reports the files that it reads.
  worker.on('message', (message: unknown) => {
    if (message === 'taken') {
      inFlight--
      room()
    } else if (message === 'done') finished()
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
    end: async (notes = []) => {
      if (failed) throw failed
      const done = new Promise<void>((resolve, reject) => {
        finished = (error) => (error ? reject(error) : resolve())
      })
      worker.postMessage({ notes })
      await done
    },
    abort: async () => {
      await worker.terminate()
    },
  }
}

/** A small sheet in memory: the first row holds the titles, with a filter below. `notes` go to a second page. */
export const makeSheet = (
  name: string,
  rows: readonly (readonly MadeCell[])[],
  columns: readonly (number | PageColumn)[],
  notes: readonly string[] = [],
): Promise<Buffer> =>
  buffer(
    bookStream([
      { name, columns: columns.map((one) => (typeof one === 'number' ? { width: one } : one)), rows, titled: true, filter: true },
      ...(notes.length > 0 ? [{ name: NOTES, columns: [{ width: 80 }], rows: notes.map((line) => [line]) }] : []),
    ]),
  )

/** An empty sheet to fill in: the titles of an import's columns, code and word columns formatted as text, and `examples` below. */
export const templateSheet = (
  name: string,
  columns: readonly Pick<SheetColumn, 'title' | 'width' | 'text'>[],
  examples: readonly (readonly MadeCell[])[] = [],
): Promise<Buffer> =>
  buffer(
    bookStream([
      {
        name,
        columns: columns.map(({ title, width, text }) => ({ width: width ?? Math.max(14, title.length * 2), text })),
        rows: [columns.map(({ title }) => title), ...examples],
        titled: true,
      },
    ]),
  )
