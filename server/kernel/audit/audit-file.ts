import { createReadStream } from 'node:fs'
import { access, open, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { currentKey } from '../access/keyring.ts'
import type { Kernel } from '../kernel.ts'
import { audit, systemCall } from './audit.ts'
import { readAnchors } from './audit-anchors.ts'
import { chainChecker, sealWith, type SealedRow } from './audit-chain.ts'

const AT_ONCE = 5000

type Keys = Pick<Kernel, 'secret' | 'previousSecrets'>
/** The last line of a file: the rows that it holds, so that rows cut off at its beginning or end are missed. */
interface End {
  month: string
  first: number
  last: number
  mac: string
}
const endText = ({ month, first, last }: Omit<End, 'mac'>) => `file|${month}|${first}|${last}`

/**
 * Writes the sealed audit rows of a month (2026-11, Beijing time) to a file, one JSON a line with its seals, and at the end which rows these
 * are. Returns how many.
 */
export async function writeAuditMonth(k: Keys & Pick<Kernel, 'db'>, month: string, path: string): Promise<number> {
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
    const end = { month, first: Number(span.first ?? 0), last: Number(span.last ?? 0) }
    await file.write(`${JSON.stringify({ ...end, mac: sealWith(currentKey(k, 'audit'), endText(end)) } satisfies End)}\n`)
  } finally {
    await file.close()
  }
  return written
}

/**
 * Writes a month for somebody at the command line, whom only the system knows, and the audit row that says so. Without the row there is no
 * file.
 */
export async function exportAuditMonth(k: Kernel, { month, path, by }: { month: string; path: string; by: string }): Promise<number> {
  const rows = await writeAuditMonth(k, month, path)
  const detail = { month, rows, file: path, systemUser: by }
  const entry = { action: 'audit.export', objectType: 'audit', objectId: month, detail }
  await audit(k.db, systemCall('npm-run-audit'), entry).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw error
  })
  return rows
}

/** '2026-12' → '2027-01' */
export const nextMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

export interface FileCheck {
  month: string
  rows: number
  first: number
  last: number
  /** of the last row */
  lastSeal: string
  /** anchors within the file that it meets */
  anchors: number
  fault: string | null
}

/** Checks an exported month with the master key alone, without a database: every row, its place in the chain, and the anchors within it. */
export async function checkAuditFile(k: Keys, path: string, anchorFile?: string): Promise<FileCheck> {
  // A wrong path must not look like a file without anchors.
  if (anchorFile !== undefined) await access(anchorFile)
  const { fault, valid } = chainChecker(k)
  const seals = new Map<number, string>()
  const found: FileCheck = { month: '', rows: 0, first: 0, last: 0, lastSeal: '', anchors: 0, fault: null }
  let previous: string | null = null
  let end: End | null = null
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line === '') continue
    const read: ReturnType<typeof readLine> | null = end === null ? readLine(line) : null
    if (read !== null && 'month' in read) {
      end = read
      continue
    }
    const no: number = found.rows === 0 ? (read?.seal_no ?? 0) : found.last + 1
    const reason = read === null ? '内容被改动' : fault(read, no, previous)
    if (read === null || reason !== null) return { ...found, fault: `第 ${no} 号：${reason}` }
    if (found.rows === 0) found.first = no
    found.rows += 1
    found.last = no
    found.lastSeal = read.seal!
    previous = read.seal!
    seals.set(no, read.seal!)
  }
  if (end === null) return { ...found, fault: `第 ${found.last + 1} 号：记录缺失` }
  if (!valid('seal', endText(end), end.mac)) return { ...found, fault: '最后一行：内容被改动' }
  found.month = end.month
  if (end.first !== found.first) return { ...found, fault: `第 ${end.first} 号：记录缺失` }
  if (end.last !== found.last) return { ...found, fault: `第 ${found.last + 1} 号：记录缺失` }
  for (const { sealNo, seal } of anchorFile === undefined ? [] : await readAnchors(anchorFile)) {
    // A line that is no anchor has the number 0.
    if (sealNo !== 0 && (sealNo < found.first || sealNo > found.last)) continue
    if (seals.get(sealNo) !== seal) return { ...found, fault: `第 ${sealNo} 号：与每日的锚不符` }
    found.anchors += 1
  }
  return found
}

/** A row or the end; null for a line that is neither. */
function readLine(line: string): SealedRow | End | null {
  try {
    const read = JSON.parse(line) as SealedRow | End
    return 'month' in read || !Number.isNaN(Date.parse(read.at)) ? read : null
  } catch {
    return null
  }
}
