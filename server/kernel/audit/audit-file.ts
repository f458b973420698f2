import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Kernel } from '../kernel.ts'
import { readAnchors } from './audit-anchors.ts'
import { chainChecker, type SealedRow } from './audit-chain.ts'

const AT_ONCE = 5000

/** Writes the sealed audit rows of a month (2026-11, Beijing time) to a file, one JSON a line with its seals. Returns how many. */
export async function writeAuditMonth(k: Pick<Kernel, 'db'>, month: string, path: string): Promise<number> {
  const [from, to] = [`${month}-01T00:00:00+08:00`, `${nextMonth(month)}-01T00:00:00+08:00`]
  const span = await k.db
    .selectFrom('audit_log')
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('seal_no', 'is not', null)
    .select((e) => [e.fn.min('seal_no').as('first'), e.fn.max('seal_no').as('last')])
    .executeTakeFirstOrThrow()
  const file = await open(path, 'wx', 0o600)
  let written = 0
  try {
    // By seal number, not by time: rows are sealed in the order of their commits, and a gap in the numbers would look like a missing row.
    for (let after = Number(span.first ?? 1) - 1; after < Number(span.last ?? 0);) {
      const rows = await k.db
        .selectFrom('audit_log')
        .selectAll()
        .where('seal_no', '>', after)
        .where('seal_no', '<=', Number(span.last))
        .orderBy('seal_no')
        .limit(AT_ONCE)
        .execute()
      if (rows.length === 0) break
      await file.write(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
      written += rows.length
      after = rows.at(-1)!.seal_no!
    }
  } finally {
    await file.close()
  }
  return written
}

const nextMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

export interface FileCheck {
  rows: number
  first: number
  last: number
  /** anchors within the file that it meets */
  anchors: number
  fault: string | null
}

/** Checks an exported month with the master key alone, without a database: every row, its place in the chain, and the anchors within it. */
export async function checkAuditFile(k: Pick<Kernel, 'secret' | 'previousSecrets'>, path: string, anchorFile?: string): Promise<FileCheck> {
  const { fault } = chainChecker(k)
  const seals = new Map<number, string>()
  const found: FileCheck = { rows: 0, first: 0, last: 0, anchors: 0, fault: null }
  let previous: string | null = null
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line === '') continue
    const row = rowOf(line)
    const no: number = found.rows === 0 ? (row?.seal_no ?? 0) : found.last + 1
    const reason = row === null ? '内容被改动' : fault(row, no, previous)
    if (row === null || reason !== null) return { ...found, fault: `第 ${no} 号：${reason}` }
    if (found.rows === 0) found.first = no
    found.rows += 1
    found.last = no
    previous = row.seal!
    seals.set(no, row.seal!)
  }
  for (const { sealNo, seal } of anchorFile === undefined ? [] : await readAnchors(anchorFile)) {
    if (sealNo < found.first || sealNo > found.last) continue
    if (seals.get(sealNo) !== seal) return { ...found, fault: `第 ${sealNo} 号：与每日的锚不符` }
    found.anchors += 1
  }
  return found
}

function rowOf(line: string): SealedRow | null {
  try {
    return JSON.parse(line) as SealedRow
  } catch {
    return null
  }
}
