import { sql } from 'kysely'
import { rowText, type AuditedRow } from './audit-row.ts'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'
import { allKeys, currentKey, hmacSm3, type PurposeKey } from '../access/keyring.ts'

const SEAL_LOCK = 740_211
const BATCH = 1000
const NUDGE_MS = 1000
const sealing = perKernel((): { timer?: NodeJS.Timeout | undefined; stopped: boolean } => ({ stopped: false }))

/** Starts sealing soon after a write: well within the 5 s of architecture §4, and one pass serves many writes. */
export function nudgeSealing(k: Kernel): void {
  const own = sealing(k)
  if (own.timer || own.stopped) return
  own.timer = setTimeout(() => {
    own.timer = undefined
    void sealAudit(k).catch((error: unknown) => {
      if (!own.stopped) k.log.warn({ err: error }, 'audit sealing will be tried again')
      nudgeSealing(k)
    })
  }, NUDGE_MS).unref()
}

/** Stops the timer and links the waiting rows; nothing is sealed afterwards. */
export async function stopSealing(k: Kernel): Promise<void> {
  const own = sealing(k)
  own.stopped = true
  if (!own.timer) return
  clearTimeout(own.timer)
  own.timer = undefined
  await sealAudit(k)
}

const sealText = (previous: string, sealNo: number, id: number, mac: string) => `${previous}|${sealNo}|${id}|${mac}`
export const sealWith = (key: PurposeKey, text: string): string => `${key.id}:${hmacSm3(key.key('seal'), text)}`

/** Links all committed rows that carry no seal yet; one process at a time. Returns how many it linked. */
export async function sealAudit(k: Kernel): Promise<number> {
  let linked = 0
  for (;;) {
    const batch = await k.db.transaction().execute((trx) => sealBatch(k, trx))
    linked += batch
    if (batch < BATCH) return linked
  }
}

async function sealBatch(k: Kernel, trx: Db): Promise<number> {
  const {
    rows: [lock],
  } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as mine`.execute(trx)
  if (!lock!.mine) return 0
  const rows = await trx.selectFrom('audit_log').select(['id', 'mac']).where('seal', 'is', null).orderBy('id').limit(BATCH).execute()
  if (rows.length === 0) return 0
  const head = await trx.selectFrom('audit_head').select(['seal_no', 'seal']).executeTakeFirst()
  const key = currentKey(k, 'audit')
  let number = head?.seal_no ?? 0
  let previous = head?.seal ?? ''
  const seals = rows.map(({ id, mac }) => {
    const link = { id, no: ++number, previous, seal: sealWith(key, sealText(previous, number, id, mac)) }
    previous = link.seal
    return link
  })
  await sql`update audit_log a set seal_no = s.no, prev_seal = s.previous, seal = s.seal
    from unnest(${seals.map((s) => s.id)}::bigint[], ${seals.map((s) => s.no)}::bigint[], ${seals.map((s) => s.previous)}::text[], ${seals.map((s) => s.seal)}::text[])
      as s (id, no, previous, seal) where a.id = s.id and a.seal is null`.execute(trx)
  const mac = sealWith(key, `head|${number}|${previous}`)
  await trx
    .insertInto('audit_head')
    .values({ one: true, seal_no: number, seal: previous, mac })
    .onConflict((c) => c.column('one').doUpdateSet({ seal_no: number, seal: previous, mac }))
    .execute()
  return rows.length
}

export type Fault = '内容被改动' | '链接被改动' | '记录缺失' | '链尾缺失' | '与每日的锚不符'
export type SealedRow = AuditedRow & { id: number; mac: string; seal_no: number | null; prev_seal: string | null; seal: string | null }

/** The checks of one key ring: whether a row is unchanged, and whether it is the link `no` after the seal `previous` (null: not known). */
export function chainChecker(k: Pick<Kernel, 'secret' | 'previousSecrets'>) {
  const keys = allKeys(k, 'audit')
  const valid = (use: 'row' | 'seal', text: string, mac: string) => keys.some((key) => mac === `${key.id}:${hmacSm3(key.key(use), text)}`)
  return {
    valid,
    fault(row: SealedRow, no: number, previous: string | null): Fault | null {
      if (row.seal_no !== no) return '记录缺失'
      if (!valid('row', rowText(row), row.mac)) return '内容被改动'
      const before = previous ?? row.prev_seal ?? ''
      return row.prev_seal !== before || !valid('seal', sealText(before, no, row.id, row.mac), row.seal ?? '') ? '链接被改动' : null
    },
  }
}

export const releaseText = ({
  month,
  first_no,
  last_no,
  seal,
}: {
  month: string
  first_no: number
  last_no: number
  seal: string
}): string => `released|${month}|${first_no}|${last_no}|${seal}`

/** Where the chain in the database begins: after the last released row (audit-release.ts). */
export async function chainStart(
  k: Pick<Kernel, 'db' | 'secret' | 'previousSecrets'>,
): Promise<{ no: number; seal: string; fault: { sealNo: number; reason: Fault } | null }> {
  const { valid } = chainChecker(k)
  const start = { no: 0, seal: '', fault: null }
  for (const row of await k.db.selectFrom('audit_released').selectAll().orderBy('first_no').execute()) {
    const reason = row.first_no !== start.no + 1 ? '记录缺失' : valid('seal', releaseText(row), row.mac) ? null : '链接被改动'
    if (reason !== null) return { ...start, fault: { sealNo: row.first_no, reason } }
    start.no = row.last_no
    start.seal = row.seal
  }
  return start
}
