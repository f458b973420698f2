import { audit } from '../audit/audit.ts'
import { today } from '../clock.ts'
import { refused } from '../errors.ts'
import type { FileAnswer } from '../implement.ts'
import type { Call, Kernel } from '../kernel.ts'
import { toCell } from './cell.ts'
import { makeSheet } from './write.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Row limit of one direct answer; larger lists go through the export queue. */
const AT_ONCE = 2000

/** Refuses a list that is too long for one answer. */
export function refuseTooMany(rows: number): void {
  if (rows > AT_ONCE) throw refused(`符合条件的有 ${rows} 条，一次最多导出 ${AT_ONCE} 条，请缩小范围`)
}

interface Listed {
  title: string
  heads: readonly string[]
  rows: readonly (readonly unknown[])[]
  /** prefix of the audit action: `thing.export` */
  thing: string
  detail?: object
}
/** Answers a list as a sheet directly; the export is audited. */
export async function listSheet(k: Kernel, call: Call, { title, heads, rows, thing, detail }: Listed): Promise<FileAnswer> {
  await k.db
    .transaction()
    .execute((db) => audit(db, call, { action: `${thing}.export`, objectType: thing, detail: { ...detail, rows: rows.length } }))
  const body = await makeSheet(
    title,
    [[...heads], ...rows.map((row) => row.map(toCell))],
    heads.map((head) => Math.max(14, head.length * 2)),
  )
  return { fileName: `${title}_${today(k.clock)}.xlsx`, mime: XLSX, body }
}
