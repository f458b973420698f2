import { data } from 'react-router'
import { market } from '../../contract/market/dealing.ts'
import { marketGroups, type MarketDetail } from '../../contract/market/item.ts'
import { itemPath, kindOf, marketKinds, OWN_AS_PERSON } from '../../contract/market/states.ts'
import type { Services } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { detailMeta } from '../shell/public/public-meta.ts'
import { listOf } from './addresses.ts'

type Refusal = { init?: { status?: number } | null; data?: { code?: string } } | null
/** Whether a call failed because the record does not exist (web/context.ts). */
const isGone = (thrown: unknown): boolean => (thrown as Refusal)?.init?.status === 404
/** Whether the reader acts for a company, and the record is their own as a person. */
const isOwnAsPerson = (thrown: unknown): boolean => (thrown as Refusal)?.data?.code === OWN_AS_PERSON

/** Loads an item with similar ones. If the item is not public, it returns only similar ones with status 404. */
export async function loadDetail(of: 'land' | 'workshop', call: Services['call'], url: string) {
  const { id, type } = queryOf(url, ['id', 'type'])
  const kind = kindOf(of, type ?? null)
  let ownAsPerson = false
  const [item, like] = await Promise.all([
    call(marketGroups[kind].findById, { query: { id: Number(id) } }).catch((thrown: unknown) => {
      ownAsPerson = isOwnAsPerson(thrown)
      if (ownAsPerson || isGone(thrown)) return null
      throw thrown
    }),
    call(market.like, { query: { kind, id: Number(id) } }),
  ])
  return data({ kind, item, like, ownAsPerson }, { status: item ? 200 : 404 })
}

export const metaOfDetail = (args: Parameters<typeof detailMeta>[0], item: MarketDetail | null | undefined) =>
  detailMeta(args, {
    title: item?.title ?? '供需详情',
    description: item ? [item.areaText, item.priceText, item.streetName, item.address].filter(Boolean).join('，') : '',
    above: ['供需市场', item ? listOf(item.kind) : '/page/sdmarket'],
    path: item ? itemPath(item.kind, item.id) : '/page/sdmarket',
    thing: {
      '@type': item && marketKinds[item.kind].side === 'demand' ? 'Demand' : 'Offer',
      name: item?.title ?? '',
      ...(item?.address ? { availableAtOrFrom: { '@type': 'Place', address: item.address } } : {}),
    },
  })
