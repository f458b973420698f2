import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows } from 'hucre/xlsx'
import type { SheetRow } from './read.ts'
import type { Cell } from './cell.ts'
import { formulaCell } from './formula.ts'

const { path, maxRows, maxCols } = workerData as { path: string; maxRows: number; maxCols: number }
const BATCH = 500
const port = parentPort!
let next: () => void = () => {}
port.on('message', () => next())

const cell = (value: unknown): Cell =>
  value instanceof Date
    ? value
        .toISOString()
        .slice(0, value.getUTCHours() + value.getUTCMinutes() + value.getUTCSeconds() === 0 ? 10 : 19)
        .replace('T', ' ')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : null

async function read(): Promise<void> {
  const input = Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>
  let batch: SheetRow[] = []
  let seen = 0
  for await (const { index, values } of streamXlsxRows(input, { maxRows: maxRows + 1, maxInputBytes: 64 << 20 })) {
    const cells = values.map(cell)
    while (cells.length > 0 && (cells.at(-1) === null || cells.at(-1) === '')) cells.pop()
    if (cells.length === 0) continue
    if (++seen > maxRows || index > 1_000_000) {
      port.postMessage({ tooMany: 'rows' })
      break
    }
    if (cells.length > maxCols) {
      port.postMessage({ tooMany: 'columns' })
      break
    }
    batch.push({ row: index + 1, cells })
    if (batch.length < BATCH) continue
    port.postMessage({ rows: batch })
    batch = []
    await new Promise<void>((resolve) => {
      next = resolve
    })
  }
  if (batch.length > 0) port.postMessage({ rows: batch })
  port.postMessage({ end: true })
}

const formula = await formulaCell(path)
if (formula === null) await read()
else port.postMessage({ formula })
port.close()
