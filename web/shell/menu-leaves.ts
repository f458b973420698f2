import { shown as shownMenus } from '../session/menus.ts'
import type { MenuEntry } from '../session/session-reader.ts'

export interface MenuLeaf {
  entry: MenuEntry
  /** the names above it */
  above: string
}
/** Every entry of the menu that opens something, with where it stands. */
export const leavesOf = (menus: readonly MenuEntry[], above: readonly string[] = []): MenuLeaf[] =>
  shownMenus(menus).flatMap((entry) => {
    if (entry.disabled) return []
    const children = shownMenus(entry.children ?? [])
    return children.length > 0 ? leavesOf(children, [...above, entry.name]) : [{ entry, above: above.join(' / ') }]
  })

/** Entries whose name, group or description holds the words. */
export function leavesFor(menus: readonly MenuEntry[], words: string): MenuLeaf[] {
  const said = words.trim().toLowerCase()
  return said === ''
    ? []
    : leavesOf(menus).filter(({ entry, above }) => `${above} ${entry.name} ${entry.desc ?? ''}`.toLowerCase().includes(said))
}
