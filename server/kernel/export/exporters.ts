import type { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/index.ts'
import { invalidField } from '../errors.ts'
import type { Call, Kernel } from '../kernel.ts'
import { namedPerKernel } from '../per-kernel.ts'

export interface ExportColumn<R> {
  key: keyof R & string
  title: string
  /** in characters */
  width?: number
  /** Shows a personal value to those without the right pii:read (E-02). */
  mask?: (value: string) => string
}

/** What count and rows get. `db` is theirs alone on PostgreSQL and limited to 120 s a statement; on the embedded engine it is shared. */
export interface ExportScope<F> {
  k: Kernel
  db: Db
  actor: Actor
  filters: F
  signal: AbortSignal
  /** keys of the columns that will be written; a wide record need not be read whole */
  columns: readonly string[]
  /** of the export that is being made; null while it is only counted, or answered at once */
  exportId: string | null
}

export interface Exporter<F, R> {
  /** stem of the file's name and name of the sheet */
  title: string
  /** values of archives leave in it: it ends when a company withdraws its consent */
  archive?: true
  /** permission code of its own; row scope is what count and rows apply */
  access: string
  filters: z.ZodType<F>
  /** fixed, or told by the filters (a table whose fields people define) */
  columns: readonly ExportColumn<R>[] | ((scope: { k: Kernel; filters: F }) => Promise<readonly ExportColumn<R>[]>)
  /** what is written when the caller names no columns; left out: all of them */
  usual?: readonly string[]
  /** Judges the filters before rows are counted or an export begins; throws. */
  admit?(k: Kernel, call: Call, filters: F): Promise<void>
  count(scope: ExportScope<F>): Promise<number>
  /** Batches of at most 1,000 rows by keyset, never by offset: each is one short query. */
  rows(scope: ExportScope<F>): AsyncIterable<R[]>
}

const exporters = namedPerKernel<Exporter<any, any>>('export')

/** A domain offers one of its lists for export under a bizType. */
export function offersExport<F, R extends object>(k: Kernel, bizType: string, exporter: Exporter<F, R>): void {
  exporters.add(k, bizType, exporter)
}

/** Throws when nobody offers it. */
export function exporterOf(k: Kernel, bizType: string): Exporter<any, any> {
  const found = exporters.find(k, bizType)
  if (!found) throw invalidField('bizType', '不支持的导出类型')
  return found
}

/** The types of export in which values of archives leave. */
export const archiveExports = (k: Kernel): string[] =>
  exporters
    .all(k)
    .filter(([, exporter]) => exporter.archive)
    .map(([bizType]) => bizType)

export const columnsOf = async <F, R>(exporter: Exporter<F, R>, k: Kernel, filters: F): Promise<readonly ExportColumn<R>[]> =>
  typeof exporter.columns === 'function' ? exporter.columns({ k, filters }) : exporter.columns

/**
 * Batches by ascending `id`: `page(after, limit)` answers rows with id > after, in order. Ends by itself at the last row and when asked to stop.
 * So few at a time that others wait two milliseconds for the loop, not eight (E-03).
 */
export async function* byKeyset<R extends { id: number }>(
  signal: AbortSignal,
  page: (after: number, limit: number) => Promise<R[]>,
  limit = 200,
): AsyncGenerator<R[]> {
  for (let after = 0; !signal.aborted;) {
    const rows = await page(after, limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)!.id
  }
}
