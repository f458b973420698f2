import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newFileKey, type StoredFile } from '../files/files.ts'
import type { Kernel } from '../kernel.ts'
import type { Cell } from '../sheet/cell.ts'
import { REASON_TITLE, titleKey, type CellError } from '../sheet/check.ts'
import type { SheetRow } from '../sheet/read.ts'
import { writeSheet, type SheetWriter } from '../sheet/write.ts'

/** Collects the failed rows as they were sent, with a column of reasons; the corrected file can be imported as it is. */
export function failedRows(k: Kernel, isText: (title: Cell) => boolean) {
  let header: Cell[] = []
  let made: { path: string; writer: SheetWriter } | undefined
  const reasonAt = () => {
    const at = header.findIndex((title) => titleKey(title) === REASON_TITLE)
    return at < 0 ? header.length : at
  }
  const line = (cells: readonly Cell[], reason: string): Cell[] => {
    const whole: Cell[] = Array.from({ length: Math.max(header.length, reasonAt() + 1) }, (_, i) => cells[i] ?? null)
    whole[reasonAt()] = reason
    return whole
  }
  const open = async () => {
    if (made) return made.writer
    const folder = join(k.config.DATA_DIR, 'tmp')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, newFileKey())
    made = {
      path,
      writer: writeSheet(path, {
        name: '失败行',
        columns: [...header.map((title) => ({ width: 18, text: isText(title) })), { width: 50 }],
      }),
    }
    await made.writer.write([line(header, REASON_TITLE)])
    return made.writer
  }
  return {
    begin: (first: SheetRow) => {
      header = first.cells
    },
    add: async (rows: readonly SheetRow[], errors: readonly CellError[]) => {
      if (errors.length === 0) return
      const reasons = new Map<number, string[]>()
      for (const { row, column, message } of errors)
        reasons.set(row, [...(reasons.get(row) ?? []), column ? `${column}：${message}` : message])
      const writer = await open()
      await writer.write(rows.flatMap(({ row, cells }) => (reasons.has(row) ? [line(cells, reasons.get(row)!.join('；'))] : [])))
    },
    /** Stores the finished file; null when no row failed. */
    keep: async (store: (path: string) => Promise<StoredFile>): Promise<StoredFile | null> => {
      if (!made) return null
      await made.writer.end()
      return store(made.path)
    },
    abandon: async () => {
      if (!made) return
      await made.writer.abort()
      await rm(made.path, { force: true })
    },
  }
}
