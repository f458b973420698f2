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
  /** Masks a personal value for users without the right pii:read (E-02). */
  mask?: (value: string) => string
}

/**
 * What count and rows get. On PostgreSQL `db` is a connection of the export alone, limited to 120 s a statement; on the embedded engine it
 * is shared.
 */
export interface ExportScope<F> {
  k: Kernel
  db: Db
  actor: Actor
  filters: F
  signal: AbortSignal
  /** keys of the columns that will be written, so that a wide record need not be read whole */
  columns: readonly string[]
  /** the running export; null while rows are only counted, or when the export is answered at once */
  exportId: string | null
}

export interface Exporter<F, R> {
  /** stem of the file name, and name of the sheet */
  title: string
  /** holds values of company archives; the export ends when a company withdraws its consent */
  archive?: true
  /** the permission code of this export, or several of which one is enough; count and rows apply the row scope */
  access: string | readonly string[]
  filters: z.ZodType<F>
  /** fixed, or computed from the filters (a table whose fields users define) */
  columns: readonly ExportColumn<R>[] | ((scope: { k: Kernel; filters: F }) => Promise<readonly ExportColumn<R>[]>)
  /** columns that are written when the caller names none; left out: all of them */
  usual?: readonly string[]
  /** Checks the filters before rows are counted or an export begins; throws a refusal. */
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

/** Throws when no domain offers the bizType. */
export function exporterOf(k: Kernel, bizType: string): Exporter<any, any> {
  const found = exporters.find(k, bizType)
  if (!found) throw invalidField('bizType', '不支持的导出类型')
  return found
}

/** Everything that domains offer for export. */
export const exportKinds = (k: Kernel): string[] => exporters.all(k).map(([bizType]) => bizType)

/** Whether somebody may export this now. */
export const mayExport = ({ permissions }: Actor, { access }: Pick<Exporter<any, any>, 'access'>): boolean =>
  [access].flat().some((code) => permissions.has(code))

/** The bizTypes whose exports hold values of company archives. */
export const archiveExports = (k: Kernel): string[] =>
  exporters
    .all(k)
    .filter(([, exporter]) => exporter.archive)
    .map(([bizType]) => bizType)

export const columnsOf = async <F, R>(exporter: Exporter<F, R>, k: Kernel, filters: F): Promise<readonly ExportColumn<R>[]> =>
  typeof exporter.columns === 'function' ? exporter.columns({ k, filters }) : exporter.columns

/**
 * Yields batches by ascending `id`: `page(after, limit)` returns rows with id > after, in order. Ends at the last row and when asked to
 * stop. Small batches keep the event loop busy for two milliseconds at a time instead of eight (E-03).
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
