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
/** Listed items of a kind that surely answer the words, the best first. */
export const findItems = (k: Kernel, kind: MarketKind, words: string): Promise<number[]> =>
  surelyFound<Row>(k, words, {
    table: 'market_item',
    where: (values) => `p.kind = ${values.bind(kind, 'text')} and ${listedText(values.bind(hiddenBefore(k), 'timestamptz'))}`,
    columns: 'p.title, p.address, p.purpose',
    said: (row) => ({ title: row.title, summary: `${row.address} ${row.purpose}`, labels: marketKinds[kind].name }),
  })

/** Their words are not counted among those of policies and articles: short entries make the names of streets and offices common. */
const NOT_COUNTED = 'select p.search from market_item p where false'

/** Each kind is a kind of the search over the whole site. */
export function offerMarketSearch(k: Kernel): void {
  marketKindKeys.forEach((kind, n) =>
    addSearchSource(k, {
      type: kind,
      label: marketKinds[kind].name,
      vectors: NOT_COUNTED,
      // One table, written anew by one of the four.
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
