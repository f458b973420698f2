import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { bookStream, type PageColumn } from './book.ts'
import type { MadeCell } from './cell.ts'

// Others' calls go first: on Linux this is the priority of this thread alone.
if (process.platform === 'linux') setPriority(0, 10)
// One sheet is written while its rows arrive in batches; `taken` asks for the next one, so that never more than two lie in memory.
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
/** Known when the rows are over, which is before the second page is written. */
function* noteRows(): Generator<MadeCell[]> {
  yield* notes
}

const pages = [{ name, columns, rows: rows(), titled: true, filter: true }]
const second = note === null ? [] : [{ name: note, columns: [{ width: 16 }, { width: 60 }], rows: noteRows() }]
await pipeline(bookStream([...pages, ...second]), createWriteStream(path))
port.postMessage('done')
port.close()
