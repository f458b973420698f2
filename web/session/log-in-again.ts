import type { SessionUser } from './session-reader.ts'
import { valueStore } from './value-store.ts'

/** The session has ended on a page that holds something typed: the page stays and asks this person to log in again. */
export interface LogInAgain {
  user: SessionUser
  /** why, in a sentence; '' when it ended by its time */
  reason: string
}
export const logInAgain = valueStore<LogInAgain>()
