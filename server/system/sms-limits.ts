import type { SmsLimits } from '../../contract/sms/limits.ts'
import { smsShareNames } from '../../contract/sms/states.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Limit } from '../kernel/http/limits.ts'
import { peek, take } from '../kernel/http/limits.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'

/** For this long a process goes by what it last read, so that a change acts everywhere within a second, also after a missed event. */
const KEPT_MS = 500
const DAY = 86_400

const kept = perKernel((): { at: number; limits: Promise<SmsLimits> | null } => ({ at: 0, limits: null }))

/** The limits of the environment act until a security officer has changed them. */
function firstLimits({ config }: Kernel): SmsLimits {
  const weights = Object.fromEntries(smsShareNames.map((name) => [name, config.SMS_WEIGHTS[name] ?? 1])) as Pick<
    SmsLimits,
    (typeof smsShareNames)[number]
  >
  return {
    daily: config.SMS_DAILY,
    monthly: config.SMS_MONTHLY,
    phoneDay: 10,
    codeHour: 5,
    codeDay: 10,
    codeSource: 20,
    codeAccount: 10,
    ...weights,
  }
}

/** The row of the database with its limits; version 0: there is none, and the limits are those of the environment. */
export async function storedLimits(k: Kernel, db: Db) {
  const row = await db.selectFrom('sms_limit').selectAll().executeTakeFirst()
  return {
    limits: { ...firstLimits(k), ...row?.limits },
    version: row?.version ?? 0,
    by: row?.updated_by_name ?? null,
    at: row?.updated_at ?? null,
  }
}

/** The limits that act now. Not inside a transaction. */
export function smsLimits(k: Kernel): Promise<SmsLimits> {
  const own = kept(k)
  const now = performance.now()
  if (own.limits === null || now - own.at > KEPT_MS) {
    own.at = now
    const read = storedLimits(k, k.db).then(({ limits }) => limits)
    // A failed reading is not kept.
    read.catch(() => forgetSmsLimits(k))
    own.limits = read
  }
  return own.limits
}
export const forgetSmsLimits = (k: Kernel): void => void (kept(k).limits = null)

const budgets = (k: Kernel, { daily, monthly }: SmsLimits): readonly (readonly [Limit, string])[] => [
  [{ name: 'sms-budget', points: daily, seconds: DAY }, today(k.clock)],
  [{ name: 'sms-month', points: monthly, seconds: 31 * DAY }, today(k.clock).slice(0, 7)],
]
const perPhone = ({ phoneDay }: SmsLimits): Limit => ({ name: 'sms-phone', points: phoneDay, seconds: DAY })

/** How much of the budgets of day and month is used; for the page of the security officer. */
export async function usedBudgets(k: Kernel, limits: SmsLimits): Promise<{ today: number; month: number }> {
  const [day, month] = await Promise.all(budgets(k, limits).map(([limit, subject]) => peek(k, limit, subject)))
  return { today: day!.used, month: month!.used }
}

/** Counts one use of each limit, in order. When one is used up, returns it, and what was counted is given back. */
async function takeAll(k: Kernel, all: readonly (readonly [Limit, string])[]): Promise<{ limit: Limit; retryAfter: number } | null> {
  for (const [n, [limit, subject]] of all.entries()) {
    const { allowed, retryAfter } = await take(k, limit, subject)
    if (allowed) continue
    for (const [before, whose] of all.slice(0, n + 1)) await take(k, before, whose, -1)
    return { limit, retryAfter }
  }
  return null
}

/**
 * Counts one message against the limit of the number and the budgets of day and month. Returns which of them is used up. Not inside a
 * transaction. A refused message is not counted: one that waits for tomorrow is tried every minute and must not use up its number.
 */
export async function takeOne(k: Kernel, phone: string): Promise<'ok' | 'number' | 'budget'> {
  const limits = await smsLimits(k)
  const number = perPhone(limits)
  const full = await takeAll(k, [[number, phone], ...budgets(k, limits)])
  if (full === null) return 'ok'
  return full.limit === number ? 'number' : 'budget'
}

/**
 * Counts one code. Only the budget of the day stops codes, because without them nobody can log in or bind a number; the month counts them.
 * Returns the seconds to wait, or null when it may go.
 */
export async function takeForCode(k: Kernel): Promise<number | null> {
  const [day, month] = budgets(k, await smsLimits(k))
  const full = await takeAll(k, [day!])
  if (full !== null) return full.retryAfter
  await take(k, ...month!)
  return null
}
