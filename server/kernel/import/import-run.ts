import type { ImportChange, ImportFault } from '../../../contract/imports.ts'
import { dateOf } from '../clock.ts'
import type { Db } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { keepMade } from '../files/files.ts'
import type { Kernel } from '../kernel.ts'
import { LEAD_ROWS, sheetChecker, titleKey, type CellError } from '../sheet/check.ts'
import { SheetRefused, sheetRows, type SheetRow } from '../sheet/read.ts'
import { withOwnConnection } from '../jobs/own-connection.ts'
import { TaskCancelled, type TaskContext } from '../jobs/task-runner.ts'
import { failedRows } from './failed-rows.ts'
import { importerOf, importRowLimit, type ImportRow, type ImportScope, type ImportSession } from './importers.ts'
import type { ImportParams } from './import-task.ts'

const MAX_COLS = 200
const STATEMENT_SECONDS = 30
const ERRORS_SHOWN = 500
const CHANGES_SHOWN = 200
const SHEET_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ImportResult {
  total: number
  added: number
  changed: number
  same: number
  failed: number
  errorCount: number
  errors: ImportFault[]
  changes: ImportChange[]
  failedFile: { filePath: string; fileName: string } | null
  refused: string | null
}

export const nothing: Readonly<ImportResult> = {
  total: 0,
  added: 0,
  changed: 0,
  same: 0,
  failed: 0,
  errorCount: 0,
  errors: [],
  changes: [],
  failedFile: null,
  refused: null,
}

/**
 * Reads the sheet twice: the first pass checks every row and collects the wrong ones, the second writes. Both stream in batches of 500, so
 * memory does not grow with the file. A refusal of the whole file (header, formula, too many rows) ends the first pass before anything is
 * written.
 */
export class ImportRun {
  readonly #k: Kernel
  readonly #scope: ImportScope<unknown>
  readonly #asked: ImportParams
  readonly #context: TaskContext
  readonly #result: ImportResult = { ...nothing, errors: [], changes: [] }
  /** numbers of the faulty rows; the second pass leaves them out */
  readonly #wrong = new Set<number>()
  readonly #keys = new Map<string, number>()
  #writes = false

  constructor(k: Kernel, scope: ImportScope<unknown>, asked: ImportParams, context: TaskContext) {
    this.#k = k
    this.#scope = scope
    this.#asked = asked
    this.#context = context
  }

  /** A refusal that the user can correct becomes a result; any other error fails the task. */
  async work(path: string): Promise<ImportResult> {
    const result = this.#result
    try {
      await this.#work(path)
    } catch (error) {
      if (!(error instanceof SheetRefused) && !(error instanceof AppError)) throw error
      if (error instanceof SheetRefused || this.#asked.mode === 'all') Object.assign(result, { added: 0, changed: 0, same: 0 })
      result.refused = error.message
    }
    return result
  }

  async #work(path: string): Promise<void> {
    const result = this.#result
    await this.#check(path)
    if (this.#asked.dryRun || result.refused) return
    const blocked = this.#asked.mode === 'all' && this.#wrong.size > 0
    Object.assign(result, { added: 0, changed: 0, same: 0 })
    if (blocked) return
    const session = await this.#importer.open(this.#scope)
    this.#writes = this.#asked.mode === 'valid'
    if (this.#asked.mode === 'all')
      await withOwnConnection(this.#k, STATEMENT_SECONDS, ({ db }) =>
        db.transaction().execute((trx) => this.#write(path, session, (rows) => this.#apply(session, trx, rows))),
      )
    else await this.#write(path, session, (rows) => this.#k.db.transaction().execute((db) => this.#apply(session, db, rows)))
  }

  /** What is written when the run breaks off: nothing until the second pass writes, and nothing in all-or-nothing mode. */
  reached(): ImportResult {
    return this.#writes ? this.#result : { ...this.#result, added: 0, changed: 0, same: 0 }
  }

  get #importer() {
    return importerOf(this.#k, this.#asked.kind)
  }

  async #check(path: string): Promise<void> {
    const result = this.#result
    const session = await this.#importer.open(this.#scope)
    const checker = sheetChecker<object>(session.columns)
    const failed = failedRows(this.#k, (title) => session.columns.some((c) => c.text && titleKey(c.title) === titleKey(title)))
    try {
      for await (const { first, read } of this.#batches(path)) {
        if (first) {
          const { row, faults } = checker.header(read)
          if (row) failed.begin(row)
          if (faults.length > 0) {
            this.#note(faults)
            result.refused = `表头有误：${headFaults(faults)}`.slice(0, 500)
            return
          }
        }
        const rows = checker.filled(read)
        if (result.total + rows.length > this.#limit) throw new SheetRefused(`数据超过 ${this.#limit} 行，请拆分后导入`)
        const { rows: good, faulty, errors } = checker.rows(rows)
        const unique = good.filter((row) => this.#isFirst(session, row, errors))
        if (unique.length > 0) {
          const applied = await session.apply(this.#k.db, unique, true)
          errors.push(...applied.errors)
          result.changes.push(...(applied.changes ?? []).slice(0, CHANGES_SHOWN - result.changes.length))
          result.added += applied.added
          result.changed += applied.changed
          result.same += applied.same
        }
        faulty.forEach((row) => this.#isFirst(session, row, errors, false))
        const refused = [...faulty, ...good.filter((row) => !unique.includes(row))]
        const told = new Set(errors.map(({ row, column }) => `${row} ${column}`))
        if (refused.length > 0)
          errors.push(...(await session.faultsOf(this.#k.db, refused)).filter(({ row, column }) => !told.has(`${row} ${column}`)))
        errors.sort((a, b) => a.row - b.row)
        result.total += rows.length
        this.#note(errors)
        await failed.add(rows, errors)
        await this.#context.progress({ done: result.total, message: '正在校验' })
      }
      if (result.total === 0) result.refused = '表格中没有数据，请在表头下方填写后再导入'
      result.failed = this.#wrong.size
      result.failedFile = await failed.keep((made) =>
        keepMade(this.#k, made, {
          name: `${this.#importer.title}_失败行_${dateOf(this.#k.clock.now()).replaceAll('-', '')}.xlsx`,
          mime: SHEET_MIME,
          ownerId: this.#scope.actor.userId,
          bizType: 'import.failed',
          objectType: 'import',
          objectId: this.#context.task.id,
        }),
      )
    } finally {
      await failed.abandon()
    }
  }

  /** In mode 'all' the transaction waits for the reading worker. The worker uses no connection, so this cannot block. */
  async #write(path: string, session: ImportSession<object>, take: (rows: ImportRow<object>[]) => Promise<CellError[]>): Promise<void> {
    const checker = sheetChecker<object>(session.columns)
    let done = 0
    for await (const { first, read } of this.#batches(path)) {
      if (first) checker.header(read)
      const rows = checker.filled(read)
      const good = checker.rows(rows.filter(({ row }) => !this.#wrong.has(row))).rows
      if (good.length > 0) this.#note(await take(good))
      done += rows.length
      await this.#stopped(done)
    }
    this.#result.failed = this.#wrong.size
  }
  /**
   * In mode 'all' the transaction has its own connection on PostgreSQL. The embedded database has only one, and saving progress inside the
   * transaction would block itself.
   */
  async #stopped(done: number): Promise<void> {
    if (this.#asked.mode === 'valid' || this.#k.engine === 'postgres')
      await this.#context.progress({ done, total: this.#result.total, message: '正在写入' })
    else if (this.#context.signal.aborted) throw new TaskCancelled(this.#context.task.id)
  }

  async #apply(session: ImportSession<object>, db: Db, rows: ImportRow<object>[]): Promise<CellError[]> {
    const { added, changed, same, errors } = await session.apply(db, rows, false)
    // The data changed between the passes: in all-or-nothing mode nothing may stay.
    if (errors.length > 0 && this.#asked.mode === 'all')
      throw new AppError(200, 'CONFLICT', `第 ${errors[0]!.row} 行：${errors[0]!.message}，数据在导入期间被他人修改，请重新导入`)
    this.#result.added += added
    this.#result.changed += changed
    this.#result.same += same
    return errors
  }

  get #limit() {
    return importRowLimit(this.#k, this.#asked.kind)
  }

  async *#batches(path: string): AsyncGenerator<{ first: boolean; read: SheetRow[] }> {
    const headRows = 1 + LEAD_ROWS
    let first = true
    for await (const read of sheetRows(path, { maxRows: this.#limit + headRows, maxCols: MAX_COLS, headRows })) {
      yield { first, read }
      first = false
    }
    if (first) throw new SheetRefused('表格是空的，请使用模板填写后再导入')
  }

  #isFirst(session: ImportSession<object>, { row, value }: ImportRow<object>, errors: CellError[], isWhole = true): boolean {
    const own = session.keyOf(value, isWhole)
    if (!own) return true
    const before = this.#keys.get(own.key)
    if (before === undefined) {
      if (isWhole) this.#keys.set(own.key, row)
      return true
    }
    errors.push({ row, column: own.column, message: `与第 ${before} 行重复` })
    return false
  }

  #note(errors: readonly CellError[]): void {
    for (const error of errors) {
      this.#wrong.add(error.row)
      this.#result.errorCount++
      if (this.#result.errors.length < ERRORS_SHOWN) this.#result.errors.push(error)
    }
  }
}

/** Groups columns with the same fault: “甲”、“乙”缺少此列…；“丙”模板中没有此列. */
const headFaults = (faults: readonly { column: string; message: string }[]): string =>
  [...Map.groupBy(faults, (f) => f.message)].map(([message, same]) => `${same.map((f) => `“${f.column}”`).join('、')}${message}`).join('；')
