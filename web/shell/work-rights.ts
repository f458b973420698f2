import { USER_TYPE_ENTERPRISE, USER_TYPE_INDIVIDUAL } from '../../contract/constants.ts'
import { landingPages, ownPages } from '../../contract/own-pages.ts'
import { firstAddress } from '../session/menus.ts'
import type { MenuEntry } from '../session/session-reader.ts'
import type { Screen } from '../screens/screen.ts'

/** The landing page of a user type (ambiguities A11). */
export const landingOf = (type: string | undefined): string =>
  landingPages[type === USER_TYPE_ENTERPRISE || type === USER_TYPE_INDIVIDUAL ? type : 'YYF']

/** The target of /work: the first menu entry, else the landing page. The call centre does not count as workbench. */
export const workTarget = (menus: readonly MenuEntry[], type: string | undefined): string => {
  const first = firstAddress(menus)
  return first && first !== '/ecall' ? first : landingOf(type)
}

/** The entries from the top of the menu to an address; empty when the menu does not contain it. */
export function trailTo(menus: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (const entry of menus) {
    if (entry.disabled) continue
    if (entry.url === path) return [entry]
    const below = trailTo(entry.children ?? [], path)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

/**
 * A work screen opens when the server's menu holds it (or the screen that it belongs to), when it is everybody's, or when
 * it is one's own landing page.
 */
export const mayOpen = (screen: Screen | undefined, path: string, menus: readonly MenuEntry[], type: string | undefined): boolean => {
  if (!screen) return path === '/work'
  if (typeof screen.who !== 'string' && !(screen.who as readonly string[]).includes(type ?? '')) return false
  return (
    path === landingOf(type)
    || ownPages.includes(screen.lights ?? path)
    || path === '/index'
    || trailTo(menus, path).length > 0
    || (screen.lights !== undefined && trailTo(menus, screen.lights).length > 0)
  )
}
