import { marketGroups, type MarketDetail } from '../../contract/market/item.ts'
import { itemPath, kindOf, marketKinds } from '../../contract/market/states.ts'
import type { Services } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { detailMeta } from '../shell/public/public-meta.ts'
import { listOf } from './addresses.ts'

const LIKE = 5

/** The item at an address, a supply or a demand, and others of its kind in the same street. */
export async function loadDetail(of: 'land' | 'workshop', call: Services['call'], url: string) {
  const { id, type } = queryOf(url, ['id', 'type'])
  const group = marketGroups[kindOf(of, type ?? null)]
  const item = await call(group.findById, { query: { id: Number(id) } })
  const street = item.streetIds[0]
  const near = street ? (await call(group.listReviewPassed, { query: { streetId: street, pageSize: LIKE + 1 } })).list : []
  return {
    item,
    like: near
      .filter((other) => other.id !== item.id)
      .slice(0, LIKE)
      .map(({ id: other, title }) => ({ id: other, title })),
  }
}

export const metaOfDetail = (args: Parameters<typeof detailMeta>[0], item: MarketDetail | undefined) =>
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
