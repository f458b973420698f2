import type { MenuEntry } from './session-reader.ts'

/** The first menu entry with an address, in menu order. */
export function firstAddress(menus: readonly MenuEntry[]): string | undefined {
  for (const entry of shown(menus)) {
    if (entry.disabled) continue
    if (entry.url.startsWith('/') && !entry.children?.length) return entry.url
    const below = firstAddress(entry.children ?? [])
    if (below) return below
  }
  return undefined
}
/** The visible entries; disabled ones are shown too and cannot be clicked (spec §2). */
export const shown = (menus: readonly MenuEntry[]): MenuEntry[] => menus.filter((m) => !m.hidden).toSorted((a, b) => a.order - b.order)
