import { open } from 'node:fs/promises'
import { apart, ApartFailed } from '../jobs/own-process.ts'
import { ArchiveRefused, listArchive } from '../files/archive.ts'
import type { Cell } from './cell.ts'

export interface SheetRow {
  /** as the spreadsheet counts, from 1 */ row: number
  cells: Cell[]
}
export interface SheetLimits {
  /** including the header */
  maxRows: number
  maxCols: number
  /** heading rows, which are subtracted from the limit in the refusal */
  headRows?: number
}

/** U-05: staff may read more by configuration, up to 100,000 rows. */
export const SHEET_LIMITS: SheetLimits = { maxRows: 10_000, maxCols: 200 }
/** processor time of the reading process */
const WORK_SECONDS = 20
const WORK_SECONDS_PER_10_000_ROWS = 6
/** signature of compound files, which Excel 97–2003 wrote */
const OLE_SIGNATURE = 'd0cf11e0a1b11ae1'

/** The sheet cannot be read; the message is for the user. */
export class SheetRefused extends Error {
  override name = 'SheetRefused'
}

type Message = { rows: SheetRow[] } | { refused: string } | { tooMany: 'rows' | 'columns' } | { formula: string } | { end: true }

/**
 * The rows of the first sheet of an .xlsx or an old .xls, in batches of 500; empty rows and cells at the end are left out. An archive is
 * checked before it is opened. The file is read in a separate process with 256 MB and 20 s of processor time (60 s for 100,000 rows).
 * Formulas are refused. Throws SheetRefused.
 */
export async function* sheetRows(path: string, limits: SheetLimits = SHEET_LIMITS): AsyncGenerator<SheetRow[]> {
  const reader = await readerFor(path)
  const seconds = Math.max(WORK_SECONDS, (limits.maxRows / 10_000) * WORK_SECONDS_PER_10_000_ROWS)
  try {
    for await (const message of apart<Message>(new URL(reader, import.meta.url), { path, ...limits }, seconds)) {
      if ('formula' in message) throw new SheetRefused(`单元格 ${message.formula || '中'} 含有公式，请改为固定的数值或文字后再导入`)
      if ('refused' in message) throw new SheetRefused(message.refused)
      if ('tooMany' in message)
        throw new SheetRefused(
          message.tooMany === 'rows'
            ? `数据超过 ${limits.maxRows - (limits.headRows ?? 0)} 行，请拆分后导入`
            : `数据超过 ${limits.maxCols} 列，请检查文件`,
        )
      if ('end' in message) return
      yield message.rows
    }
  } catch (error) {
    if (!(error instanceof ApartFailed)) throw error
    throw new SheetRefused(error.reason === 'slow' ? '文件读取超时，请拆分后重试' : '文件已损坏或过大，无法读取')
  }
}

/** Chooses the reading module by the first bytes of the file, never by its name. */
async function readerFor(path: string): Promise<string> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close())
  if (buffer.toString('hex') === OLE_SIGNATURE) return './read-xls-apart.ts'
  const { names } = await listArchive(path).catch((error: unknown) => {
    throw error instanceof ArchiveRefused ? new SheetRefused(error.message) : error
  })
  if (!names.includes('xl/workbook.xml')) throw new SheetRefused('请上传 .xlsx 或 .xls 文件')
  return './read-xlsx-apart.ts'
}

/** All rows at once, for sheets of up to 10,000 rows. */
export async function readSheet(path: string, limits: SheetLimits = SHEET_LIMITS): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of sheetRows(path, limits)) rows.push(...batch)
  return rows
}
