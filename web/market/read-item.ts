import { marketGroups, type MarketDetail } from '../../contract/market/item.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'

const asked = new Map<string, Promise<MarketDetail | null>>()

/** An item as this reader sees it; null: not known. Parts of a page ask at the same time, and one call answers them. */
export function readItem(kind: MarketKind, id: number, reader: string): Promise<MarketDetail | null> {
  const key = `${kind} ${id} ${reader}`
  const reading =
    asked.get(key)
    ?? call(marketGroups[kind].findById, { query: { id } }, { silent: true })
      .catch(() => null)
      .finally(() => asked.delete(key))
  asked.set(key, reading)
  return reading
}
