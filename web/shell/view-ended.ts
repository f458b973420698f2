/** Longer than another process may still answer by the session as it was before the view began (server/identity/limits.ts, CACHE_MS). */
const SURE_AFTER_MS = 1500
const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Whether the server has ended the view of this page as somebody else. Asked twice: just after the beginning a second process may not know
 * of the view yet, and would have it ended at once.
 */
export async function viewEnded(isViewed: () => Promise<boolean>, wait: (ms: number) => Promise<void> = pass): Promise<boolean> {
  if (await isViewed()) return false
  await wait(SURE_AFTER_MS)
  return !(await isViewed())
}
