import { anchorAudit, checkAndMark } from '../kernel/audit/audit-anchors.ts'
import { sealAudit } from '../kernel/audit/audit-chain.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from './notify.ts'

/**
 * Checks the rows since the last check and tells the auditors of a changed one, once a day: every hour, so that whoever checks on the screen
 * waits for an hour's rows only, and before an anchor, which then never stands for a changed row (ADR 0998).
 */
export async function tellFaults(k: Kernel): Promise<void> {
  const { ok, firstBad } = await checkAndMark(k, { since: true })
  if (ok || !firstBad) return
  const day = dateOf(k.clock.now())
  await k.db.transaction().execute((db) =>
    notify(db, k, {
      to: { permission: 'audit:read' },
      kind: 'system',
      title: `审计日志 ${day} 的校验发现问题：第 ${firstBad.sealNo} 号`,
      body: `第 ${firstBad.sealNo} 号封存记录不一致：${firstBad.reason}。请在日志管理从头校验全部，并保留数据库的副本。`,
      link: '/work/logmanage',
      key: `audit-fault:${day}`,
    }),
  )
}

/** Anchors the audit chain once a day and tells the auditors, who can print it: three places outside the rows that it proves. */
export async function tellAnchor(k: Kernel): Promise<void> {
  await sealAudit(k)
  await tellFaults(k)
  const anchor = await anchorAudit(k)
  if (!anchor) return
  const day = dateOf(k.clock.now())
  await k.db.transaction().execute((db) =>
    notify(db, k, {
      to: { permission: 'audit:read' },
      kind: 'system',
      title: `审计日志 ${day} 的锚：第 ${anchor.sealNo} 号`,
      body: `第 ${anchor.sealNo} 号的封存值：${anchor.seal}。请打印或抄录保存；日后校验日志时，这一号的封存值应与此相同。`,
      link: '/work/logmanage',
      key: `audit-anchor:${day}`,
    }),
  )
}
