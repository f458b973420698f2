import type { SessionUser } from './session-reader.ts'
import { valueStore } from './value-store.ts'

/** The company that the page belongs to, and the one for which its person acts now; '': the person themselves. */
export interface Parted {
  of: string
  now: string
}

/** The session has ended on a page with typed input: the page stays and asks this user to log in again. */
export interface LogInAgain {
  user: SessionUser
  /** the reason in a sentence; '' when it expired */
  reason: string
  /** the same person acts in another identity than the page's; a log-in does not help then */
  parted?: Parted
}
export const logInAgain = valueStore<LogInAgain>()
