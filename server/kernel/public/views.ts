import { createHmac } from 'node:crypto'
import { notFound } from '../errors.ts'
import type { Call, Kernel } from '../kernel.ts'
import { sourceOf } from '../http/limits.ts'

const WINDOW_MS = 600_000

/** A kind of thing whose views are counted. All values are names of the schema; none comes from a request. */
export interface Viewed {
  /** its table */
  table: string
  /** condition on `p` that the thing is public */
  visible: string
  /** table of view counts: `key`, view_num */
  counter: string
  /** table of marks: `key`, visitor, seen_at, unique by the first two */
  marks: string
  key: string
  /** refusal when the thing is absent or not public */
  gone: string
}

/** A visitor is a user, else an address (browser headers can be forged); stored only as a keyed digest. */
const visitorOf = (k: Kernel, call: Call) =>
  call.actor
    ? `u${call.actor.userId}`
    : createHmac('sha256', k.secret)
        .update(`view\n${sourceOf(call.ip)}`)
        .digest('base64url')
        .slice(0, 22)

/**
 * Counts a view unless this visitor was counted within ten minutes (K-03), in one statement; the count is also written to the thing's
 * view_num.
 */
export function viewCounter({ table, visible, counter, marks, key, gone }: Viewed) {
  const text = `with target as (select id from ${table} p where p.id = $1 and ${visible}),
      seen as (insert into ${marks} (${key}, visitor, seen_at) select id, $2, $3 from target
        on conflict (${key}, visitor) do update set seen_at = excluded.seen_at where ${marks}.seen_at <= $4 returning 1),
      counted as (insert into ${counter} (${key}, view_num) select id, 1 from target, seen
        on conflict (${key}) do update set view_num = ${counter}.view_num + 1 returning ${key} as id, view_num),
      shown as (update ${table} p set view_num = counted.view_num from counted where p.id = counted.id)
      select exists (select 1 from target) as known, (select view_num from counted) as view_num,
        (select view_num from ${counter} where ${key} = $1) as was`
  return async (k: Kernel, call: Call, id: number): Promise<{ viewNum: number }> => {
    const now = k.clock.now()
    const since = new Date(now.getTime() - WINDOW_MS)
    const { rows } = await k.pool.query<{ known: boolean; view_num: number | null; was: number | null }>({
      name: `${table}-view`,
      text,
      values: [id, visitorOf(k, call), now, since],
    })
    const [row] = rows
    if (!row?.known) throw notFound(gone)
    // Marks older than the window are no longer needed.
    if (row.view_num !== null) await k.pool.query(`delete from ${marks} where ${key} = $1 and seen_at < $2`, [id, since])
    return { viewNum: row.view_num ?? row.was ?? 0 }
  }
}
