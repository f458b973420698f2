import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { tooMany } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { currentKey, hmacSm3 } from '../access/keyring.ts'

/** At most `points` in a window of `seconds`; the window opens with the first use. */
export interface Limit {
  name: string
  points: number
  seconds: number
  message?: string
}
export interface Taken {
  allowed: boolean
  used: number
  remaining: number
  /** seconds until the window ends */ retryAfter: number
}

/**
 * Takes points from a limit that all processes share; exact under parallel calls (one upsert). `subject` is an account, a phone number, a
 * source…; it is stored as a keyed hash. Runs outside any transaction, so that a rollback does not return the points: never call it inside
 * one.
 */
export async function take(k: Kernel, limit: Limit, subject: string, points = 1): Promise<Taken> {
  const now = k.clock.now().getTime()
  const ends = now + limit.seconds * 1000
  const {
    rows: [row],
  } = await sql<{ points: number; expire: number }>`
    insert into rate_limit as r (key, points, expire) values (${keyOf(k, limit, subject)}, ${points}, ${ends})
    on conflict (key) do update set
      points = case when r.expire <= ${now} then excluded.points else least(r.points + excluded.points, 1000000000) end,
      expire = case when r.expire <= ${now} then excluded.expire else r.expire end
    returning points, expire`.execute(k.db)
  return state(limit, row!.points, row!.expire, now)
}

/** As `take`, but refuses with 429 and Retry-After when the limit is used up. */
export async function consume(k: Kernel, limit: Limit, subject: string, points = 1): Promise<void> {
  const { allowed, retryAfter } = await take(k, limit, subject, points)
  if (!allowed) throw tooMany(retryAfter, limit.message)
}

/** Reads how much of a limit is used, without using any. */
export async function peek(k: Kernel, limit: Limit, subject: string): Promise<Taken> {
  const now = k.clock.now().getTime()
  const row = await k.db
    .selectFrom('rate_limit')
    .select(['points', 'expire'])
    .where('key', '=', keyOf(k, limit, subject))
    .where('expire', '>', now)
    .executeTakeFirst()
  return state(limit, row?.points ?? 0, row?.expire ?? now, now)
}

/** Resets what a subject has used: after a correct password, or when an administrator unlocks the account. */
export async function release(k: Kernel, limit: Limit, subject: string): Promise<void> {
  await k.db
    .deleteFrom('rate_limit')
    .where('key', '=', keyOf(k, limit, subject))
    .execute()
}

const keyOf = (k: Kernel, limit: Limit, subject: string) =>
  `${limit.name}:${hmacSm3(currentKey(k, 'limit').key('subject'), subject).slice(0, 32)}`
const state = (limit: Limit, used: number, expire: number | null, now: number): Taken => ({
  allowed: used <= limit.points,
  used,
  remaining: Math.max(limit.points - used, 0),
  retryAfter: Math.max(1, Math.ceil(((expire ?? now) - now) / 1000)),
})

/** The source of a call: an IPv4 address (also mapped into IPv6), or the /64 of an IPv6 address. */
export function sourceOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!isIPv6(ip)) return ip
  const [head, tail] = ip.split('%', 1)[0]!.toLowerCase().split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const groups = tail === undefined ? front : [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
