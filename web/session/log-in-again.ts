import type { SessionUser } from './session-reader.ts'
import { valueStore } from './value-store.ts'

/** The session has ended on a page with typed input: the page stays and asks this user to log in again. */
export interface LogInAgain {
  user: SessionUser
  /** the reason in a sentence; '' when it expired */
  reason: string
  /** the company that the page belongs to, and that its person no longer acts for; a log-in does not help then */
  parted?: string
}
export const logInAgain = valueStore<LogInAgain>()
