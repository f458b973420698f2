import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../kernel.ts'
import { chainStart, sealAudit } from './audit-chain.ts'
import { checkAudit, type AuditCheck, type HowToCheck } from './audit-check.ts'
import { keepMark, type ChainMark } from './audit-mark.ts'

/** The end of the audit chain at one moment. Whoever rewrites the chain later, even with the key, cannot meet an anchor kept elsewhere. */
export interface Anchor {
  at: string
  sealNo: number
  seal: string
}
const AT_ONCE = 200

/** The anchors of this host. */
export const anchorFileIn = (dataDir: string) => join(dataDir, 'audit-anchors.jsonl')

/** Seals what waits and adds the end of the chain to a file outside the database; null when there is no chain yet. */
export async function anchorAudit(k: Kernel): Promise<Anchor | null> {
  await sealAudit(k)
  const head = await k.db.selectFrom('audit_head').select(['seal_no', 'seal']).executeTakeFirst()
  if (!head) return null
  const anchor = { at: k.clock.now().toISOString(), sealNo: head.seal_no, seal: head.seal }
  await appendFile(anchorFileIn(k.config.DATA_DIR), `${JSON.stringify(anchor)}\n`, { mode: 0o600 })
  k.log.info({ anchor }, 'audit chain anchored')
  return anchor
}

/** The anchors of this host, oldest first. A line that is no anchor is reported as one that nothing meets. */
export async function readAnchors(path: string): Promise<Anchor[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter(Boolean).map(anchorOf)
}
function anchorOf(line: string): Anchor {
  try {
    const { at, sealNo, seal } = JSON.parse(line) as Partial<Anchor>
    if (typeof at === 'string' && typeof sealNo === 'number' && typeof seal === 'string') return { at, sealNo, seal }
  } catch {
    // Falls through: the line was changed.
  }
  return { at: '', sealNo: 0, seal: line }
}

/** Checks the chain (see checkAudit), and whether it still passes through every anchor of this host that lies in it. */
export async function checkAnchoredAudit(
  k: Pick<Kernel, 'db' | 'secret' | 'previousSecrets'>,
  dataDir: string,
  how: HowToCheck = {},
): Promise<AuditCheck & { reached?: ChainMark; anchors: number }> {
  const chain = await checkAudit(k, how)
  if (!chain.ok) return { ...chain, anchors: 0 }
  // Released months met their anchors when they were released. A line that is no anchor has the number 0.
  const { no: released } = await chainStart(k)
  const anchors = (await readAnchors(anchorFileIn(dataDir))).filter(({ sealNo }) => sealNo === 0 || sealNo > released)
  for (let from = 0; from < anchors.length; from += AT_ONCE) {
    const piece = anchors.slice(from, from + AT_ONCE)
    const rows = await k.db
      .selectFrom('audit_log')
      .select(['seal_no', 'seal'])
      .where(
        'seal_no',
        'in',
        piece.map(({ sealNo }) => sealNo),
      )
      .execute()
    const seals = new Map(rows.map((row) => [row.seal_no, row.seal]))
    const missed = piece.find(({ sealNo, seal }) => seals.get(sealNo) !== seal)
    if (missed) return { ...chain, ok: false, anchors: 0, firstBad: { id: null, sealNo: missed.sealNo, reason: '与每日的锚不符' } }
  }
  return { ...chain, anchors: anchors.length }
}

/** The same, and keeps how far the chain was found right, so that the next check begins there. */
export async function checkAndMark(k: Kernel, how: HowToCheck): Promise<AuditCheck & { anchors: number }> {
  const { reached, ...check } = await checkAnchoredAudit(k, k.config.DATA_DIR, how)
  if (check.ok && reached) await keepMark(k, reached)
  return check
}
