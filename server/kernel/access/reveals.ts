import { signedIn } from '../actor.ts'
import { audit } from '../audit/audit.ts'
import type { Call, Kernel } from '../kernel.ts'
import { consume, peek, take } from '../http/limits.ts'
import { perKernel } from '../per-kernel.ts'
import { openPii } from './pii.ts'
import { SharedWork } from '../answers/shared-work.ts'

/** Personal values that one person of the staff learns in an hour, by whichever way (P-02, G-07). */
const REVEALS = { name: 'pii-reveal', points: 30, seconds: 3600, message: '查看或查找完整的个人信息过于频繁，请稍后再试' }
/** A list asks again for its next page, its order and its counts: that is one search. */
const SAME_SEARCH = { name: 'pii-search', points: 1, seconds: 600 }

/** Outside any transaction, so that a rollback does not give the look back. */
const countReveal = (k: Kernel, userId: number): Promise<void> => consume(k, REVEALS, String(userId))

/** What was looked at, for the audit row; `domain` names the action, as in `feedback.pii.reveal`. */
interface Revealed {
  domain: string
  objectType: string
  objectId: number
  detail: { field: string; reason: string; row?: number }
}

/**
 * Gives a masked value in clear to the caller, who may see it and has said why: counted for this person over all domains, on record, and only
 * then opened. Throws 429 when the limit is used up.
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
 * Lets somebody look for a masked value, which tells them whether they guessed it: counted with what they reveal, and on record. The same value
 * asked again within ten minutes is the same search. Throws 429 when the limit is used up, also for what was found before.
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
