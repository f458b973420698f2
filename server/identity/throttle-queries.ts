import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'

export interface Rule {
  limit: number
  windowMs: number
  lockMs: number
}

/**
 * Counts one try before its result is known, in one statement, so that the count is exact under parallel calls. The try that reaches
 * the limit also sets the lock; `succeed` reverts both. Returns whether the try may continue.
 */
export async function admit(db: Db, key: string, rule: Rule, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`
  const windowFrom = sql`${new Date(now.getTime() - rule.windowMs).toISOString()}::timestamptz`
  const lockEnd = sql`${new Date(now.getTime() + rule.lockMs).toISOString()}::timestamptz`
  const limit = sql`${rule.limit}::integer`
  const {
    rows: [row],
  } = await sql<{ count: number }>`
    insert into login_counter as c (key, window_start, count, locked_until)
    values (${key}, ${at}, 1, case when ${limit} = 1 then ${lockEnd} end)
    on conflict (key) do update set (window_start, count, locked_until) = (
      select case when fresh then ${at} else c.window_start end, n,
        case when locked then c.locked_until when n >= ${limit} then ${lockEnd} end
      from (select locked, fresh, case when locked then ${limit} + 1 when fresh then 1 else c.count + 1 end as n
        from (select is_locked as locked, not is_locked and (c.locked_until is not null or c.window_start <= ${windowFrom}) as fresh
          from (select coalesce(c.locked_until > ${at}, false) as is_locked) as a) as b) as next)
    returning count`.execute(db)
  return row!.count <= rule.limit
}

/** Reverts the count of a successful try; `clear` also forgets the earlier failures. */
export async function succeed(db: Db, key: string, rule: Rule, { clear = false } = {}): Promise<void> {
  if (clear) {
    await db.deleteFrom('login_counter').where('key', '=', key).execute()
    return
  }
  await sql`update login_counter set count = greatest(count - 1, 0), locked_until = case when count <= ${rule.limit} then null else locked_until end
    where key = ${key}`.execute(db)
}

/** Whether this failure caused the lock. */
export async function isLocked(db: Db, key: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('login_counter')
    .select('key')
    .where('key', '=', key)
    .where('locked_until', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

interface Counted {
  id: number
  user_name: string
}
/** Counters of one account: the password of the log-in, and the second step. */
const wholeKeys = ({ id, user_name }: Counted) => [`account:${user_name}`, `second:${id}`]
/** Counters of one account for each source: the password of the log-in, and the own password that is asked again. */
const headsPerSource = ({ id, user_name }: Counted) => [`account-source:${user_name}`, `change-password:${id}`]

/** Whether a counter belongs to one of the accounts. Only a name that nobody has contains a `|`, which makes a third part. */
export const countersOf = (accounts: readonly Counted[]) =>
  sql<boolean>`(key = any(${accounts.flatMap(wholeKeys)}::text[])
    or split_part(key, '|', 1) = any(${accounts.flatMap(headsPerSource)}::text[]) and split_part(key, '|', 3) = '')`

/** Which of the accounts are locked at any step and for any source. One pass over the locked counters, however many accounts. */
export async function lockedAmong(db: Db, accounts: readonly Counted[], now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ head: string }>`select distinct split_part(key, '|', 1) as head from login_counter
    where locked_until > ${now.toISOString()}::timestamptz and ${countersOf(accounts)}`.execute(db)
  const locked = new Set(rows.map(({ head }) => head))
  return new Set(accounts.filter((one) => [...wholeKeys(one), ...headsPerSource(one)].some((key) => locked.has(key))).map(({ id }) => id))
}

/**
 * The condition that account `u` is locked at any step and for any source, as `lockedAmong` says of the rows of a page: the few locked
 * counters are read once, and each names its account.
 */
export const isLockedNow = (now: Date) =>
  sql<boolean>`u.id in (with c as materialized (select key from login_counter where locked_until > ${now.toISOString()}::timestamptz)
    select x.id from sys_user x where x.user_name in (
      select substr(key, 9) from c where key like 'account:%'
      union all select substr(split_part(key, '|', 1), 16) from c where key like 'account-source:%' and split_part(key, '|', 3) = '')
    union all select substring(key from '^second:([0-9]+)$')::bigint from c where key ~ '^second:[0-9]+$'
    union all select substring(key from '^change-password:([0-9]+)')::bigint from c
      where key ~ '^change-password:[0-9]+([|]|$)' and split_part(key, '|', 3) = '')`
