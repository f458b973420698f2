import type { Ports } from './ports.ts'

const LOCK = 'qifu.drafts'
/** Until the other pages have heard `leaving` and hold the lock. */
const HEARD_MS = 100
/** Longer than a save takes; a page that cannot save does not keep anybody logged in. */
const MOST_MS = 3000

type Save = () => Promise<void>
type Browser = Pick<Ports, 'after' | 'lock'>

/** On `leaving`, the other pages save while they hold the lock. */
export const saveForLeaving = ({ lock }: Browser, save: Save): Promise<void> => lock(LOCK, save)

/**
 * Saves the drafts of this page and, after `leaving` was said, waits until the others have saved theirs: a save that arrives after the
 * log-out is refused, and its copy in the browser is removed with it.
 */
export async function savedEverywhere({ after, lock }: Browser, save: Save): Promise<void> {
  const pause = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve))
  await Promise.all([save(), pause(HEARD_MS)])
  await Promise.race([lock(LOCK, () => Promise.resolve()), pause(MOST_MS)])
}
