import { marketKinds, itemPath, marketKindKeys, type MarketKind } from '../../contract/market/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { addSearchSource, RANKED, surelyFound } from '../search/index.ts'
import { areaText, priceText } from './names.ts'
import { items } from './queries.ts'
import { hiddenBefore, isListed, listedText } from './visible.ts'
import { rewriteItems } from './words.ts'

interface Row {
  id: number
  publish_time: string
  title: string
  address: string
  purpose: string
  close: number
  any: number
}
/** Listed items of a kind that surely answer the words, best first. */
export const findItems = (k: Kernel, kind: MarketKind, words: string): Promise<number[]> =>
  surelyFound<Row>(k, words, {
    table: 'market_item',
    where: (values) => `p.kind = ${values.bind(kind, 'text')} and ${listedText(values.bind(hiddenBefore(k), 'timestamptz'))}`,
    columns: 'p.title, p.address, p.purpose',
    said: (row) => ({ title: row.title, summary: `${row.address} ${row.purpose}`, labels: marketKinds[kind].name }),
  })

/** Items do not count in the word statistics of the search, because short entries would make names of streets and offices common. */
const NOT_COUNTED = 'select p.search from market_item p where false'

/** Adds each kind of items to the site search as a kind of its own. */
export function offerMarketSearch(k: Kernel): void {
  marketKindKeys.forEach((kind, n) =>
    addSearchSource(k, {
      type: kind,
      label: marketKinds[kind].name,
      vectors: NOT_COUNTED,
      // All kinds are in one table, so one source rewrites it.
      rewrite: n === 0 ? rewriteItems : async () => 0,
      async find(kernel, keyword, { offset, limit }) {
        const ids = await findItems(kernel, kind, keyword)
        const wanted = ids.slice(Math.min(offset, RANKED - 1), offset + limit)
        if (wanted.length === 0) return { total: ids.length, list: [] }
        const rows = await items(kernel.db, kind)
          .select(['p.id', 'p.title', 'p.facts', 'p.address', 'p.purpose', 'p.publish_time'])
          .where('p.id', 'in', wanted)
          .where(isListed(kernel))
          .execute()
        const byId = new Map(rows.map((row) => [row.id, row]))
        return {
          total: ids.length,
          list: wanted.flatMap((id) => {
            const row = byId.get(id)
            return row
              ? [
                  {
                    id: String(id),
                    title: row.title,
                    summary: [areaText(kind, row.facts), priceText(kind, row.facts), row.address || row.purpose].filter(Boolean).join('，'),
                    url: itemPath(kind, id),
                    time: new Date(row.publish_time!).toISOString(),
                  },
                ]
              : []
          }),
        }
      },
    }),
  )
}
