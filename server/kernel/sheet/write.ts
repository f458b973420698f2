import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { bookStream, type PageColumn } from './book.ts'
import type { MadeCell } from './cell.ts'
import type { SheetColumn } from './check.ts'

/** Name of the page for what is said about a sheet. */
export const NOTES = '说明'

export interface SheetWriter {
  /** Adds rows; waits while the worker has enough to do. */
  write(rows: MadeCell[][]): Promise<void>
  /** Finishes the file; `notes` are the lines of its second page. */
  end(notes?: MadeCell[][]): Promise<void>
  /** Ends the worker at once; what it wrote is worthless. */
  abort(): Promise<void>
}

/**
 * Writes one xlsx sheet to `path` in a worker thread of at most 68 MB. The first row holds the titles: they stay in view, sort and filter. `note`
 * names a second page for what is said about the sheet, so that nothing but rows stands below the titles.
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
  // Under --watch a thread also tells which files it reads.
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

/** A small sheet in memory: its first row holds the titles, below them people sort and filter. What is said about it, `notes`, is a second page. */
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

/** An empty sheet to fill in: the titles of an import's columns, those of codes and words formatted as text, and `examples` below. */
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
