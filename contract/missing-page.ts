import { gatheredScreens } from './domains.ts'
import { redirects, screenPaths } from './screen-paths.ts'

/** Addresses of all screens; a test compares them with `web/screens.ts`. */
export const allScreenPaths: readonly string[] = [...screenPaths, ...gatheredScreens]

const known: ReadonlySet<string> = new Set([...allScreenPaths, ...Object.keys(redirects)])
/** Whether a screen has exactly this address. */
export const isScreen = (path: string): boolean => known.has(path)
/** Message at the field of an address that no screen has. */
export const NO_SUCH_PAGE = '平台没有这个页面，请核对地址'
/** Whether an address belongs to the pages of the platform and none of them answers at it; query and fragment do not count. */
export function isMissingPage(address: string): boolean {
  const path = address.split(/[?#]/, 1)[0]!
  return /^\/(?:page|work|zzd)(?:\/|$)/.test(path) && !known.has(path)
}
