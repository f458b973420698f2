import { screenAt } from '../screens/screen-at.ts'
import { afterLogout } from './account.ts'
import { logInWhereFrom, ZZD_LOGIN } from './came-from.ts'
import { loginAddress, ownAddress } from './own-address.ts'
import type { SessionUser } from './session-reader.ts'

const OWN = 'http://own'

/** Where a page without a session redirects; null: it stays, because its screen is public. */
export function wayOut(pathname: string, here: string, user: Pick<SessionUser, 'type' | 'loginWay'> | undefined): string | null {
  const screen = screenAt(pathname)
  const isOpen = screen ? screen.who === 'public' : !/^\/(work|index|ecall)(\/|$)/.test(pathname)
  if (isOpen) return null
  if (pathname.startsWith('/zzd/')) return ZZD_LOGIN
  const target = afterLogout(user?.type)
  if (target !== '/login') return target
  return logInWhereFrom(user, ownAddress(here, OWN)) ?? loginAddress(here, OWN)
}
