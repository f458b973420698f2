import type { MenuEntry } from './reader.ts'

/** The first entry of the menu that leads somewhere, in menu order. */
export function firstAddress(menus: readonly MenuEntry[]): string | undefined {
  for (const entry of shown(menus)) {
    if (entry.url.startsWith('/') && !entry.children?.length) return entry.url
    const below = firstAddress(entry.children ?? [])
    if (below) return below
  }
  return undefined
}
export const shown = (menus: readonly MenuEntry[]): MenuEntry[] =>
  menus.filter((m) => !m.hidden && !m.disabled).toSorted((a, b) => a.order - b.order)
