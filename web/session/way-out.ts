import { screenAt } from '../screens/screen-at.ts'
import { afterLogout } from './account.ts'
import { loginAddress } from './own-address.ts'

const ZZD_LOGIN = '/zzd/login'

/** Where a page without a session redirects; null: it stays, because its screen is public. */
export function wayOut(pathname: string, here: string, type: string | undefined): string | null {
  const screen = screenAt(pathname)
  const isOpen = screen ? screen.who === 'public' : !/^\/(work|index|ecall)(\/|$)/.test(pathname)
  if (isOpen) return null
  if (pathname.startsWith('/zzd/')) return ZZD_LOGIN
  const target = afterLogout(type)
  return target === '/login' ? loginAddress(here, 'http://own') : target
}
