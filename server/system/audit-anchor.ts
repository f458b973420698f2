import { anchorAudit } from '../kernel/audit/audit-anchors.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from './notify.ts'

/** Anchors the audit chain once a day and tells the auditors, who can print it: three places outside the rows that it proves. */
export async function tellAnchor(k: Kernel): Promise<void> {
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
