import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from './cell.ts'

// Others' calls go first: on Linux this is the priority of this thread alone.
if (process.platform === 'linux') setPriority(0, 10)
// One sheet is written while its rows arrive in batches; `taken` asks for the next one, so that never more than two lie in memory.
const { path, name, widths } = workerData as { path: string; name: string; widths: number[] }
const port = parentPort!
const waiting: (Cell[][] | null)[] = []
let wake: () => void = () => {}
port.on('message', (batch: Cell[][] | null) => {
  waiting.push(batch)
  wake()
})

async function* rows(): AsyncGenerator<Cell[]> {
  for (;;) {
    while (waiting.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const batch = waiting.shift()!
    if (batch === null) return
    yield* batch
    port.postMessage('taken')
  }
}

const sheet = writeXlsxStream(rows(), { name, columns: widths.map((width) => ({ width })), freezePane: { rows: 1 }, inlineStrings: true })
await pipeline(Readable.fromWeb(sheet as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path))
port.postMessage('done')
port.close()
