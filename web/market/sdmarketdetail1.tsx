import type { Route } from './+types/sdmarketdetail1'
import { kindOf } from '../../contract/market/states.ts'
import { servicesContext } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { loadDetail, metaOfDetail } from './load-detail.ts'
import { MarketDetailPage } from './detail.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, type } = queryOf(request.url, ['id', 'type'])
  return loadDetail(context.get(servicesContext).call, kindOf('workshop', type ?? null), id ?? '')
}
export const meta: Route.MetaFunction = (args) => metaOfDetail(args, args.loaderData?.item)

/** 厂房详情, a supply or a demand. */
export default function SdMarketDetail1({ loaderData: { item, like } }: Route.ComponentProps) {
  return <MarketDetailPage item={item} like={like} />
}
