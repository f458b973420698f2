import { setImmediate as turn } from 'node:timers/promises'
import type { Kernel } from '../kernel.ts'
import { chainChecker, chainStart, type Fault, type SealedRow } from './audit-chain.ts'
import { readMark, type ChainMark } from './audit-mark.ts'
import { rowText } from './audit-row.ts'

type Holder = Pick<Kernel, 'db' | 'secret' | 'previousSecrets'>
export interface HowToCheck {
  /** only what was linked after the last check */
  since?: boolean
  /** is told between two reads how many rows were checked, and of how many */
  told?: (checked: number, of: number) => Promise<void>
}
/** So few that checking them holds up nobody (system.md G: loop delay p99 < 50 ms). */
const AT_ONCE = 1000
const UNSEALED_MOST = 5000

export interface AuditCheck {
  ok: boolean
  /** number of the first sealed row that was read: after the last check, or the first of all */
  from: number
  /** sealed rows that were read and found correct */
  checked: number
  /** rows not yet linked; their own MAC was checked */
  unsealed: number
  firstBad?: { id: number | null; sealNo: number; reason: Fault }
}

/** Where a check begins: after the last one, when its mark is right and not before the months that were released; else at the first row. */
async function beginning(k: Holder, since: boolean): Promise<ChainMark & { fault: { sealNo: number; reason: Fault } | null }> {
  const start = await chainStart(k)
  if (start.fault || !since) return start
  const mark = await readMark(k)
  if (!mark || mark.no <= start.no) return start
  const row = await k.db.selectFrom('audit_log').select('seal').where('seal_no', '=', mark.no).executeTakeFirst()
  const reason = row === undefined ? '记录缺失' : row.seal === mark.seal ? null : '链接被改动'
  return { ...mark, fault: reason === null ? null : { sealNo: mark.no, reason } }
}

/**
 * Checks the chain and reports the first bad row: the whole of it, or with `since` what was linked after the last check. Changes nothing.
 * `reached`: the last link that was found right.
 */
export async function checkAudit(k: Holder, { since = false, told }: HowToCheck = {}): Promise<AuditCheck & { reached?: ChainMark }> {
  const { valid, fault } = chainChecker(k)
  // Read the head before the rows: the sealing job may add to both while the check reads.
  const head = await k.db.selectFrom('audit_head').selectAll().executeTakeFirst()
  const start = await beginning(k, since)
  const from = start.no + 1
  if (start.fault) return { ok: false, from, checked: 0, unsealed: 0, firstBad: { id: null, ...start.fault } }
  let no = start.no
  let previous = start.seal
  const found = (more: Partial<AuditCheck>): AuditCheck => ({ ok: false, from, checked: no - start.no, unsealed: 0, ...more })
  const read = (after: number): Promise<SealedRow[]> =>
    k.db.selectFrom('audit_log').selectAll().where('seal_no', '>', after).orderBy('seal_no').limit(AT_ONCE).execute()
  let rows = await read(no)
  while (rows.length > 0) {
    // The database reads the next rows while these are checked.
    const next = rows.length < AT_ONCE ? Promise.resolve([]) : read(no + rows.length)
    next.catch(() => {})
    for (const row of rows) {
      const reason = fault(row, no + 1, previous)
      if (reason !== null) return found({ firstBad: { id: reason === '记录缺失' ? null : row.id, sealNo: no + 1, reason } })
      previous = row.seal!
      no++
    }
    await told?.(no - start.no, Math.max(no, head?.seal_no ?? 0) - start.no)
    await turn()
    rows = await next
  }
  const headIsRight =
    head === undefined
      ? no === 0 || (await k.db.selectFrom('audit_head').select('one').executeTakeFirst()) !== undefined
      : head.seal_no <= no && valid('seal', `head|${head.seal_no}|${head.seal}`, head.mac)
  if (!headIsRight) return found({ firstBad: { id: null, sealNo: no + 1, reason: '链尾缺失' } })
  const unsealed = await k.db.selectFrom('audit_log').selectAll().where('seal_no', 'is', null).orderBy('id').limit(UNSEALED_MOST).execute()
  const changed = unsealed.find((row) => !valid('row', rowText(row), row.mac))
  if (changed) return found({ unsealed: unsealed.length, firstBad: { id: changed.id, sealNo: no + 1, reason: '内容被改动' } })
  return { ...found({ ok: true, unsealed: unsealed.length }), ...(no > 0 ? { reached: { no, seal: previous } } : {}) }
}
