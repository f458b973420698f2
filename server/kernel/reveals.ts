import { signedIn } from './actor.ts'
import { audit } from './audit.ts'
import type { Call, Kernel } from './kernel.ts'
import { consume, peek, take } from './limits.ts'
import { SharedWork } from './shared-work.ts'

/** Personal values that one person of the staff learns in an hour, by whichever way (P-02, G-07). */
const REVEALS = { name: 'pii-reveal', points: 30, seconds: 3600, message: '查看或查找完整的个人信息过于频繁，请稍后再试' }
/** A list asks again for its next page, its order and its counts: that is one search. */
const SAME_SEARCH = { name: 'pii-search', points: 1, seconds: 600 }

/** Counts a look at a masked value in clear. Throws 429; call it before the value leaves, outside any transaction. */
export const countReveal = (k: Kernel, userId: number): Promise<void> => consume(k, REVEALS, String(userId))

const searching = new WeakMap<Kernel, SharedWork<void>>()

/**
 * Lets somebody look for a masked value, which tells them whether they guessed it: counted with what they reveal, and on record. The same value
 * asked again within ten minutes is the same search. Throws 429 when the limit is used up, also for what was found before.
 */
export async function countSearch(k: Kernel, call: Call, objectType: string, value: string): Promise<void> {
  const { userId } = signedIn(call.actor)
  const subject = `${userId} ${objectType} ${value}`
  let shared = searching.get(k)
  if (!shared) searching.set(k, (shared = new SharedWork()))
  await shared.run(subject, async () => {
    if ((await peek(k, SAME_SEARCH, subject)).used > 0) return
    await countReveal(k, userId)
    await audit(k.db, call, { action: 'pii.search', objectType, detail: { value } })
    await take(k, SAME_SEARCH, subject)
  })
}
