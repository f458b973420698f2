import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { streamXlsxRows } from 'hucre/xlsx'
import { given, over, tell } from '../jobs/own-process-side.ts'
import type { SheetRow } from './read.ts'
import { isBlank, MAX_CELL, type Cell } from './cell.ts'
import { formulaCell } from './formula.ts'

const { path, maxRows, maxCols } = given<{ path: string; maxRows: number; maxCols: number }>()
const BATCH = 500
// Limit of the sent text, not of the packed text: one shared string may appear in a million cells but be stored once (U-05).
const BATCH_CHARACTERS = 1 << 20
const MAX_CHARACTERS = 100 << 20
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
  let seen = 0,
    characters = 0,
    sent = 0
  for await (const { index, values } of streamXlsxRows(input, { maxRows: maxRows + 1, maxInputBytes: 64 << 20 })) {
    const cells = values.map(cell)
    while (cells.length > 0 && isBlank(cells.at(-1)!)) cells.pop()
    if (cells.length === 0) continue
    if (++seen > maxRows || index > 1_000_000) {
      await tell({ tooMany: 'rows' })
      break
    }
    if (cells.length > maxCols) {
      await tell({ tooMany: 'columns' })
      break
    }
    const long = cells.findIndex((one) => typeof one === 'string' && one.length > MAX_CELL)
    if (long >= 0) {
      await tell({ refused: `第 ${index + 1} 行第 ${long + 1} 列超过 ${MAX_CELL} 个字，请检查文件` })
      break
    }
    for (const one of cells) if (typeof one === 'string') characters += one.length
    if (sent + characters > MAX_CHARACTERS) {
      await tell({ refused: `到第 ${index + 1} 行为止内容过多，请拆分后导入` })
      break
    }
    batch.push({ row: index + 1, cells })
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue
    await tell({ rows: batch })
    batch = []
    sent += characters
    characters = 0
  }
  if (batch.length > 0) await tell({ rows: batch })
  await tell({ end: true })
}

const formula = await formulaCell(path)
if (formula === null) await read()
else await tell({ formula })
over()
