import { access } from 'node:fs/promises'
import { currentKey } from '../access/keyring.ts'
import { dateOf } from '../clock.ts'
import type { Kernel } from '../kernel.ts'
import { audit, systemCall } from './audit.ts'
import { anchorFileIn } from './audit-anchors.ts'
import { chainStart, releaseText, sealWith } from './audit-chain.ts'
import { checkAuditFile, nextMonth, type FileCheck } from './audit-file.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 5000

/** Why a month stays in the database, in words for the person at the command line. */
export class ReleaseRefused extends Error {}

/**
 * Takes an exported month out of the database, for somebody at the command line: after AUDIT_KEEP_DAYS, the oldest month first, and only
 * what the file holds unchanged and anchored. The chain then begins after it (chainStart). Called again after an interruption, it goes on.
 * Returns how many rows it deleted. Throws ReleaseRefused (ADR 0906; system.md F).
 */
export async function releaseAuditMonth(k: Kernel, { month, path, by }: { month: string; path: string; by: string }): Promise<number> {
  const keptUntil = new Date(Date.parse(`${nextMonth(month)}-01T00:00:00+08:00`) + k.config.AUDIT_KEEP_DAYS * DAY_MS)
  if (k.clock.now() < keptUntil) throw new ReleaseRefused(`${month} 的审计日志在数据库里保存到 ${dateOf(keptUntil)}`)
  const anchors = anchorFileIn(k.config.DATA_DIR)
  await access(anchors).catch(() => {
    throw new ReleaseRefused('这台主机没有每日的锚（audit-anchors.jsonl），请在执行每日任务的主机上清出')
  })
  const file = await checkAuditFile(k, path, anchors)
  if (file.fault !== null) throw new ReleaseRefused(`文件不可靠：${file.fault}`)
  if (file.month !== month) throw new ReleaseRefused(`这是 ${file.month} 的文件`)
  if (file.rows === 0) throw new ReleaseRefused('文件里没有记录')
  if (file.anchors === 0) throw new ReleaseRefused('文件没有经过每日的锚，不能证明它是原来的')
  const released = await k.db.selectFrom('audit_released').select(['last_no', 'seal']).where('month', '=', month).executeTakeFirst()
  if (!released) await markReleased(k, file, { path, by })
  else if (released.last_no !== file.last || released.seal !== file.lastSeal) throw new ReleaseRefused(`${month} 已用另一个文件清出`)
  return deleteUpTo(k, file.last)
}

async function markReleased(k: Kernel, file: FileCheck, { path, by }: { path: string; by: string }): Promise<void> {
  const { month, first, last, lastSeal, rows } = file
  const start = await chainStart(k)
  if (start.fault) throw new ReleaseRefused(`审计链有误：第 ${start.fault.sealNo} 号${start.fault.reason}`)
  if (first !== start.no + 1) throw new ReleaseRefused(`数据库里的审计日志从第 ${start.no + 1} 号开始，请先清出更早的月份`)
  const stored = await k.db
    .selectFrom('audit_log')
    .where('seal_no', '>=', first)
    .where('seal_no', '<=', last)
    .select((e) => [e.fn.countAll<number>().as('rows'), e.fn.max('seal').filterWhere('seal_no', '=', last).as('seal')])
    .executeTakeFirstOrThrow()
  if (stored.rows !== rows || stored.seal !== lastSeal) throw new ReleaseRefused('文件与数据库里的审计日志不符')
  const row = { month, first_no: first, last_no: last, seal: lastSeal, released_at: k.clock.now() }
  await k.db.transaction().execute(async (db) => {
    await db
      .insertInto('audit_released')
      .values({ ...row, mac: sealWith(currentKey(k, 'audit'), releaseText(row)) })
      .execute()
    const detail = { month, rows, first, last, file: path, systemUser: by }
    await audit(db, systemCall('npm-run-audit'), { action: 'audit.release', objectType: 'audit', objectId: month, detail })
  })
}

async function deleteUpTo(k: Kernel, last: number): Promise<number> {
  for (let deleted = 0; ;) {
    const { numDeletedRows } = await k.db
      .deleteFrom('audit_log')
      .where('id', 'in', (e) => e.selectFrom('audit_log').select('id').where('seal_no', '<=', last).orderBy('seal_no').limit(AT_ONCE))
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
    if (numDeletedRows < AT_ONCE) return deleted
  }
}
