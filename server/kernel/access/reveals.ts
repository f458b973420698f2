import { signedIn } from '../actor.ts'
import { audit } from '../audit/audit.ts'
import type { Call, Kernel } from '../kernel.ts'
import { consume, peek, take } from '../http/limits.ts'
import { perKernel } from '../per-kernel.ts'
import { openPii } from './pii.ts'
import { SharedWork } from '../answers/shared-work.ts'

/** How many personal values one member of staff may learn in an hour, by search or by reveal (P-02, G-07). */
const REVEALS = { name: 'pii-reveal', points: 30, seconds: 3600, message: '查看或查找完整的个人信息过于频繁，请稍后再试' }
/** A list repeats its search for the next page, another order and the counts; these count as one search. */
const SAME_SEARCH = { name: 'pii-search', points: 1, seconds: 600 }

/** Runs outside any transaction, so that a rollback does not return the point. */
const countReveal = (k: Kernel, userId: number): Promise<void> => consume(k, REVEALS, String(userId))

/** The value that was revealed, for the audit row; `domain` prefixes the action, as in `feedback.pii.reveal`. */
interface Revealed {
  domain: string
  objectType: string
  objectId: number
  detail: { field: string; reason: string; row?: number }
}

/**
 * Returns a masked value in clear. The caller has checked the right and the reason. The reveal is counted for this person over all domains,
 * written to the audit log, and only then is the value opened. Throws 429 when the limit is used up.
 */
export async function reveal(
  k: Kernel,
  call: Call,
  { domain, ...what }: Revealed,
  value: { sealed: string } | { open: string },
): Promise<{ value: string }> {
  await countReveal(k, signedIn(call.actor).userId)
  await k.db.transaction().execute((db) => audit(db, call, { action: `${domain}.pii.reveal`, ...what }))
  return { value: 'open' in value ? value.open : openPii(k, value.sealed) }
}

const searching = perKernel(() => new SharedWork<void>())

/**
 * Counts a search for a masked value, because a hit confirms a guess. It uses the same limit as reveals and is audited. The same value
 * within ten minutes counts once. Throws 429 when the limit is used up, also for a value that was found before.
 */
export async function countSearch(k: Kernel, call: Call, objectType: string, value: string): Promise<void> {
  const { userId } = signedIn(call.actor)
  const subject = `${userId} ${objectType} ${value}`
  await searching(k).run(subject, async () => {
    if ((await peek(k, SAME_SEARCH, subject)).used > 0) return
    await countReveal(k, userId)
    await audit(k.db, call, { action: 'pii.search', objectType, detail: { value } })
    await take(k, SAME_SEARCH, subject)
  })
}
