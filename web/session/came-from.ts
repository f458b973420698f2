import type { SessionUser } from './session-reader.ts'

export const ZZD_LOGIN = '/zzd/login'
type Came = Pick<SessionUser, 'loginWay'> | undefined

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
