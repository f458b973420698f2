import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { bookStream, type PageColumn } from './book.ts'
import type { MadeCell } from './cell.ts'

// Requests have priority: on Linux, setPriority(0) lowers only this thread.
if (process.platform === 'linux') setPriority(0, 10)
// Writes one sheet while its rows arrive in batches; `taken` asks for the next batch, so at most two are in memory.
const { path, name, columns, note } = workerData as { path: string; name: string; columns: PageColumn[]; note: string | null }
const port = parentPort!
/** a batch of rows, or the end with the lines of the second page */
type Message = MadeCell[][] | { notes: MadeCell[][] }
const waiting: Message[] = []
let notes: MadeCell[][] = []
let wake: () => void = () => {}
port.on('message', (message: Message) => {
  waiting.push(message)
  wake()
})

async function* rows(): AsyncGenerator<MadeCell[]> {
  for (;;) {
    while (waiting.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const batch = waiting.shift()!
    if ('notes' in batch) {
      notes = batch.notes
      return
    }
    yield* batch
    port.postMessage('taken')
  }
}
/** Read only when all rows are written, before the second page starts. */
function* noteRows(): Generator<MadeCell[]> {
  yield* notes
}

const pages = [{ name, columns, rows: rows(), titled: true, filter: true }]
const second = note === null ? [] : [{ name: note, columns: [{ width: 16 }, { width: 60 }], rows: noteRows() }]
await pipeline(bookStream([...pages, ...second]), createWriteStream(path))
port.postMessage('done')
port.close()
