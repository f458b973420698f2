import type { Screen } from '../screens/screen.ts'
import { logInWhereFrom } from '../session/came-from.ts'
import { loginAddress, ownAddress } from '../session/own-address.ts'
import type { SessionUser } from '../session/session-reader.ts'
import { ssoAddress } from './sso.ts'

/**
 * Where a visitor logs in for a screen: companies and individuals at the single sign-on, staff and others at the form; `was`, whose session
 * has just ended here, where they came from.
 */
export function logInFor(screen: Screen | undefined, back: string, ssoUrl: string, was?: SessionUser): string {
  const from = logInWhereFrom(was, ownAddress(back, location.href))
  if (from) return from
  const isForStaff = screen === undefined || typeof screen.who === 'string' || screen.who.includes('YYF')
  return ssoUrl && !isForStaff ? ssoAddress(ssoUrl, back) : loginAddress(back, location.href)
}
