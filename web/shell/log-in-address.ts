import { loginAddress } from '../session/own-address.ts'
import type { Screen } from '../screens/screen.ts'
import { ssoAddress } from './sso.ts'

/** Where a visitor logs in for a screen: companies and individuals at the single sign-on, staff and others at the form. */
export function logInFor(screen: Screen | undefined, back: string, ssoUrl: string): string {
  const isForStaff = screen === undefined || typeof screen.who === 'string' || screen.who.includes('YYF')
  return ssoUrl && !isForStaff ? ssoAddress(ssoUrl, back) : loginAddress(back, location.href)
}
