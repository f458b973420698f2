import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit, systemCall } from '../server/kernel/audit/audit.ts'
import { checkAndMark } from '../server/kernel/audit/audit-anchors.ts'
import { sealAudit } from '../server/kernel/audit/audit-chain.ts'
import { rowText } from '../server/kernel/audit/audit-row.ts'
import { currentKey, hmacSm3 } from '../server/kernel/access/keyring.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { exported } from './desks.ts'
import { unchecked } from './fill.ts'
import { inTurn } from './in-turn.ts'
import type { Row } from './report.ts'
import type { Served } from './served.ts'
import { withoutLimit } from './without-limit.ts'

/** More take too long to prepare: each row has its own code and its link. */
const CHAIN_MOST = 300_000
/** Rows between two hourly checks: an eighth of a day, at ten million rows in the 184 days that they are kept. */
const BUSY_HOUR = 54_000 / 8
const WHOLE = 10_000_000
const WHOLE_MOST_S = 180
const AT_ONCE = 10_000
const INSERTS = 300
const PER_SECOND = 1000
const SECONDS = 10
const WRITERS = 8
const ENTRY = {
  action: 'policy.edit',
  objectType: 'policy',
  objectId: 12,
  detail: { before: { state: '审核中' }, after: { state: '已通过' } },
}

/** Rows with their codes, one every fifteen seconds, linked by the product itself. */
async function chained(k: Kernel, rows: number): Promise<void> {
  const key = currentKey(k, 'audit')
  await withoutLimit(k, async (db) => {
    await unchecked(db)
    for (let from = 0; from < rows; from += AT_ONCE) {
      const many = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, n) => {
        const row = {
          at: new Date(Date.now() - (rows - from - n) * 15_000).toISOString(),
          actor_id: 12,
          actor_type: 'YYF',
          actor_role: 'dept',
          ip: '10.0.0.1',
          action: ENTRY.action,
          object_type: ENTRY.objectType,
          object_id: String((from + n) % 5000),
          result: 'ok',
          request_id: `r${from + n}`,
          detail: ENTRY.detail,
        }
        return { ...row, mac: `${key.id}:${hmacSm3(key.key('row'), rowText(row))}` }
      })
      await db.query(
        `insert into audit_log (at, actor_id, actor_type, actor_role, ip, action, object_type, object_id, result, request_id, detail, mac)
         select at, actor_id, actor_type, actor_role, ip, action, object_type, object_id, result, request_id, detail, mac
         from jsonb_to_recordset($1) as t(at timestamptz, actor_id bigint, actor_type text, actor_role text, ip text, action text, object_type text, object_id text, result text, request_id text, detail jsonb, mac text)`,
        [JSON.stringify(many)],
      )
    }
  })
  await sealAudit(k)
}

/** The audit log itself: what a row costs, how soon it is linked, how long a check takes (system.md G). */
export async function logChain(k: Kernel, count: number, fresh: () => Promise<Served>): Promise<Row[]> {
  const rows: Row[] = []
  const call = systemCall('bench')
  const [withMac, without] = await inTurn(
    INSERTS,
    () => audit(k.db, call, ENTRY),
    () =>
      k.db
        .insertInto('audit_log')
        .values({
          at: new Date().toISOString(),
          actor_id: null,
          actor_type: 'SYSTEM',
          actor_role: null,
          ip: null,
          action: ENTRY.action,
          object_type: ENTRY.objectType,
          object_id: String(ENTRY.objectId),
          result: 'ok',
          request_id: 'bench',
          detail: JSON.stringify(ENTRY.detail),
          mac: 'x',
        })
        .execute(),
  )
  rows.push({ name: 'an audit row with its code, beside without', figure: withMac, unit: 'ms', floor: without, atMost: 1.3 })
  // The rows without a code would be found by the check.
  await withoutLimit(k, async (db) => {
    await unchecked(db)
    await db.query('truncate audit_log')
    await db.query('delete from audit_head')
  })
  rows.push(await linked(k))

  const chain = Math.min(count, CHAIN_MOST)
  await chained(k, chain)
  await withoutLimit(k, (db) => db.query('vacuum (analyze) audit_log'))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [from, worked] = [performance.now(), process.cpuUsage()]
  const whole = await checkAndMark(k, {})
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(worked)
  delay.disable()
  if (!whole.ok) throw new Error(`log-chain: ${JSON.stringify(whole.firstBad)}`)
  rows.push({
    name: `whole check of ${whole.checked} rows, as of ${WHOLE}`,
    figure: (seconds * WHOLE) / whole.checked,
    unit: 's',
    atMost: WHOLE_MOST_S,
    note: `${seconds.toFixed(1)} s for these rows; ${((user + system) / whole.checked).toFixed(0)} µs of processor time each, beside the database`,
  })
  rows.push({ name: 'event loop delay during the check, 99 %', figure: delay.percentile(99) / 1e6, unit: 'ms', atMost: 50 })
  // An export holds at most 100,000 rows, and these are 5760 a day.
  rows.push(
    ...(await exported(await fresh(), 'audit1', 'auditLog', {
      startTime: new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10),
    })),
  )
  await chained(k, BUSY_HOUR)
  const began = performance.now()
  const since = await checkAndMark(k, { since: true })
  if (!since.ok || since.from === 1) throw new Error('log-chain: the check did not begin after the last one')
  rows.push({ name: `check of the ${since.checked} rows since the last one`, figure: performance.now() - began, unit: 'ms', atMost: 1000 })
  return rows
}

/** A thousand rows a second for ten seconds: how long the slowest waits for its link. */
async function linked(k: Kernel): Promise<Row> {
  let waited = 0
  let over = false
  const watch = async () => {
    for (;;) {
      const { rows } = await k.pool.query<{ ms: number | null }>(
        `select extract(epoch from clock_timestamp() - min(at)) * 1000 as ms from audit_log where seal is null`,
      )
      const ms = Number(rows[0]!.ms ?? 0)
      waited = Math.max(waited, ms)
      if (over && ms === 0) return
      await sleep(100)
    }
  }
  const watching = watch()
  const call = systemCall('bench')
  const began = performance.now()
  let written = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = writer; n < PER_SECOND * SECONDS; n += WRITERS) {
        await sleep(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()))
        await audit(k.db, call, ENTRY)
        written += 1
      }
    }),
  )
  const rate = (written * 1000) / (performance.now() - began)
  over = true
  await watching
  return {
    name: `${PER_SECOND} rows a second: the longest wait for the link`,
    figure: waited / 1000,
    unit: 's',
    atMost: 5,
    // Slower writers would make it easy.
    failed: rate < PER_SECOND * 0.95,
    note: `${written} rows, ${rate.toFixed(0)} a second`,
  }
}
