import type { SiteLink } from '../../contract/site.ts'
import { screenAt } from '../screens/screen-at.ts'

/** The top-level entry to highlight for an address (spec §2 Active-menu highlight mapping); undefined: none. */
export function activeEntry(path: string, menu: readonly SiteLink[]): string | undefined {
  const lit = path.includes('/page/techService') ? '/page/techService' : (screenAt(path)?.lights ?? path)
  return menu.find((m) => lit === m.url || lit.startsWith(`${m.url}/`))?.url
}

export const leavesSite = (url: string): boolean => /^https?:/i.test(url)
