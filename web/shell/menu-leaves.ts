import { shown as shownMenus } from '../session/menus.ts'
import type { MenuEntry } from '../session/session-reader.ts'

export interface MenuLeaf {
  entry: MenuEntry
  /** the names of its parents */
  above: string
}
/** Every menu entry with an address, with its parents. */
export const leavesOf = (menus: readonly MenuEntry[], above: readonly string[] = []): MenuLeaf[] =>
  shownMenus(menus).flatMap((entry) => {
    if (entry.disabled) return []
    const children = shownMenus(entry.children ?? [])
    return children.length > 0 ? leavesOf(children, [...above, entry.name]) : [{ entry, above: above.join(' / ') }]
  })

/** Entries whose name, group or description contains the words. */
export function leavesFor(menus: readonly MenuEntry[], words: string): MenuLeaf[] {
  const said = words.trim().toLowerCase()
  return said === ''
    ? []
    : leavesOf(menus).filter(({ entry, above }) => `${above} ${entry.name} ${entry.desc ?? ''}`.toLowerCase().includes(said))
}
