import { isMarketKind, type MarketKind } from '../../contract/market/states.ts'
import { personalKeys } from '../session/personal.ts'

/** An item viewed in this browser; the list is deleted with the session, like all personal data. */
export interface Seen {
  kind: MarketKind
  id: number
  title: string
}
const MOST = 10
const isSeen = (one: unknown): one is Seen => {
  const { kind, id, title } = (one ?? {}) as Partial<Record<keyof Seen, unknown>>
  return typeof kind === 'string' && isMarketKind(kind) && typeof id === 'number' && typeof title === 'string'
}

export function seenItems(): Seen[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(personalKeys.marketSeen) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSeen).slice(0, MOST) : []
  } catch {
    return []
  }
}
/** Puts an item first in the list; returns the items viewed before it. */
export function noteSeen({ kind, id, title }: Seen): Seen[] {
  const before = seenItems().filter((one) => one.kind !== kind || one.id !== id)
  try {
    localStorage.setItem(personalKeys.marketSeen, JSON.stringify([{ kind, id, title }, ...before].slice(0, MOST)))
  } catch {
    // Without storage in the browser the list is empty.
  }
  return before
}
