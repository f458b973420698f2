import { readFileSync } from 'node:fs'
import { read, utils, type CellObject } from '@e965/xlsx'
import { given, over, tell } from '../jobs/own-process-side.ts'
import { isBlank, type Cell } from './cell.ts'
import { isTruth } from './formula.ts'
import type { SheetRow } from './read.ts'

// Reads Excel 97–2003 sheets as a whole: the format cannot be streamed. The upload limit of 10 MB and the memory of this process limit the
// size.
const { path, maxRows, maxCols } = given<{ path: string; maxRows: number; maxCols: number }>()
const BATCH = 500
/** Limit of all text: one shared string may appear in a million cells but be stored once in the file (U-05). */
const MAX_CHARACTERS = 64 << 20

const valueOf = (cell: CellObject | undefined): Cell => {
  if (!cell || cell.t === 'z' || cell.t === 'e') return null
  if (cell.v instanceof Date) {
    // The fraction of a day is not exact: 08:20 may be read as 08:19:59.999.
    const at = new Date(Math.round(cell.v.getTime() / 1000) * 1000).toISOString()
    return at.endsWith('T00:00:00.000Z') ? at.slice(0, 10) : at.slice(0, 19).replace('T', ' ')
  }
  return cell.v ?? null
}

/** Returns a message that ends the reading early, or null when every row was sent. */
async function send(): Promise<object | null> {
  const book = read(readFileSync(path), {
    type: 'buffer',
    dense: true,
    cellDates: true,
    // Dates in a sheet have no time zone: read as UTC, they keep their day.
    UTC: true,
    cellFormula: true,
    cellHTML: false,
    sheetRows: maxRows + 2,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const rows = (sheet?.['!data'] ?? []) as (CellObject | undefined)[][]
  let batch: SheetRow[] = []
  let seen = 0,
    characters = 0
  for (const [at, row] of rows.entries()) {
    for (const [column, one] of (row ?? []).entries())
      if (one?.f !== undefined && !isTruth(one.f)) return { formula: utils.encode_cell({ r: at, c: column }) }
    const cells = Array.from(row ?? [], valueOf)
    while (cells.length > 0 && isBlank(cells.at(-1)!)) cells.pop()
    if (cells.length === 0) continue
    if (++seen > maxRows) return { tooMany: 'rows' }
    if (cells.length > maxCols) return { tooMany: 'columns' }
    for (const one of cells) if (typeof one === 'string') characters += one.length
    if (characters > MAX_CHARACTERS) return { refused: `到第 ${at + 1} 行为止内容过多，请拆分后导入` }
    batch.push({ row: at + 1, cells })
    if (batch.length === BATCH) {
      await tell({ rows: batch })
      batch = []
    }
  }
  if (batch.length > 0) await tell({ rows: batch })
  return null
}

await tell((await send()) ?? { end: true })
over()
