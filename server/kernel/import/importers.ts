import type { ImportChange } from '../../../contract/imports.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/index.ts'
import type { Call, Kernel } from '../kernel.ts'
import type { CellError, SheetColumn } from '../sheet/check.ts'
import { namedPerKernel } from '../per-kernel.ts'

export interface ImportScope<P> {
  k: Kernel
  actor: Actor
  call: Call
  params: P
}
export interface ImportRow<T> {
  row: number
  value: T
}
export interface Applied {
  added: number
  changed: number
  /** rows that are already stored as they are: importing a file again writes nothing */
  same: number
  errors: CellError[]
  /** what the changed rows change, in words, for those who check the file before it is imported */
  changes?: ImportChange[]
}

/** One kind of sheet, opened for one file. */
export interface ImportSession<T> {
  columns: readonly SheetColumn[]
  /**
   * The key by which two rows of the file mean the same thing, and the title of its column; null: the row excludes no other, or one of its
   * cells is wrong (`isWhole` is false) and the key is not known.
   */
  keyOf(value: Partial<T>, isWhole: boolean): { key: string; column: string } | null
  /**
   * What else is wrong with rows that are refused already, of which only the right cells are given, or which repeat another row; so that a
   * row tells all its faults at once. A fault in a cell that has one already is left out.
   */
  faultsOf(db: Db, rows: readonly ImportRow<Partial<T>>[]): Promise<CellError[]>
  /**
   * Checks a batch of at most 500 rows against the database and, unless `dry`, writes the good ones on `db` (a transaction). Rows have
   * natural keys: an existing row is changed or left as it is, never added twice.
   */
  apply(db: Db, rows: readonly ImportRow<T>[], dry: boolean): Promise<Applied>
}
/** How one kind of sheet becomes rows of the database. */
export interface Importer<P, T> {
  /** stem of the name of the file with the failed rows */
  title: string
  /** Called for each pass, outside any transaction. */
  open(scope: ImportScope<P>): Promise<ImportSession<T>>
}

const importers = namedPerKernel<Importer<any, any>>('import')

/** A domain offers one kind of import; its row limit comes from the configuration (IMPORT_ROWS) under the same name. */
export function offersImport<P, T>(k: Kernel, kind: string, importer: Importer<P, T>): void {
  importers.add(k, kind, importer)
}

export function importerOf(k: Kernel, kind: string): Importer<any, any> {
  const found = importers.find(k, kind)
  if (!found) throw new Error(`nothing imports ${kind}`)
  return found
}

/** Data rows that one file of this kind may hold (U-05). */
export const importRowLimit = (k: Kernel, kind: string): number => k.config.IMPORT_ROWS[kind] ?? k.config.IMPORT_ROWS.default!
