import type { SessionUser } from './session-reader.ts'

export const ZZD_LOGIN = '/zzd/login'
/** after a log-out the container must not log the person in again at once */
export const ZZD_LOGGED_OUT = `${ZZD_LOGIN}?out=1`
type Came = Pick<SessionUser, 'loginWay'> | undefined

/** Whether this page belongs to 浙政钉: logged in there, or one of its pages. */
export const cameByZzd = (user: Came, href: string): boolean => user?.loginWay === 'zzd' || new URL(href).pathname.startsWith('/zzd/')

/** The log-in of 浙政钉 that returns to `back`, an address of this site. */
export const zzdLoginAddress = (back: string | null): string => (back ? `${ZZD_LOGIN}?redirect=${encodeURIComponent(back)}` : ZZD_LOGIN)

/**
 * Where a person who came from another platform logs in again: that platform, because they may have no password here. null: they came by
 * password or by the single sign-on.
 */
export function logInWhereFrom(user: Came, back: string | null): string | null {
  const way = user?.loginWay
  if (way === 'zzd') return zzdLoginAddress(back)
  if (way === 'zml' || way === 'szjj') return `/sys/sso/${way}${back ? `?redirect=${encodeURIComponent(back)}` : ''}`
  return null
}
