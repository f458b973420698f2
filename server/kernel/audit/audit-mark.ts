import { currentKey } from '../access/keyring.ts'
import type { Kernel } from '../kernel.ts'
import { chainChecker, chainStart, sealWith } from './audit-chain.ts'

/** The last link up to which the chain was found unchanged. */
export interface ChainMark {
  no: number
  seal: string
}
const markText = ({ seal_no, seal, checked_at }: { seal_no: number; seal: string; checked_at: string }): string =>
  `checked|${seal_no}|${seal}|${new Date(checked_at).toISOString()}`

/**
 * The mark of the last check; null when there is none, or when it was written without the key. Nobody can move it forward past a changed
 * row without the key, and moving it back makes a check longer, not blind (ADR 0998).
 */
export async function readMark(k: Pick<Kernel, 'db' | 'secret' | 'previousSecrets'>): Promise<ChainMark | null> {
  const row = await k.db.selectFrom('audit_checked').select(['seal_no', 'seal', 'checked_at', 'mac']).executeTakeFirst()
  return row && chainChecker(k).valid('seal', markText(row), row.mac) ? { no: row.seal_no, seal: row.seal } : null
}

/** Keeps how far a check came; an earlier mark is replaced, also one that is not valid. */
export async function keepMark(k: Kernel, { no, seal }: ChainMark): Promise<void> {
  const row = { seal_no: no, seal, checked_at: k.clock.now().toISOString() }
  const values = { ...row, mac: sealWith(currentKey(k, 'audit'), markText(row)) }
  await k.db
    .insertInto('audit_checked')
    .values({ ...values })
    .onConflict((c) => c.column('one').doUpdateSet(values))
    .execute()
}

/** How many links were added after the last check. */
export async function sinceLastCheck(k: Pick<Kernel, 'db' | 'secret' | 'previousSecrets'>): Promise<number> {
  const head = await k.db.selectFrom('audit_head').select('seal_no').executeTakeFirst()
  const from = Math.max((await readMark(k))?.no ?? 0, (await chainStart(k)).no)
  return Math.max(0, (head?.seal_no ?? 0) - from)
}
