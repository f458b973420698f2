import type { Route } from './+types/sdmarketdetail1'
import { servicesContext } from '../context.ts'
import { loadDetail, metaOfDetail } from './load-detail.ts'
import { MarketDetailPage } from './detail.tsx'
import { Gone } from './gone.tsx'

export const loader = ({ context, request }: Route.LoaderArgs) => loadDetail('workshop', context.get(servicesContext).call, request.url)
export const meta: Route.MetaFunction = (args) => metaOfDetail(args, args.loaderData?.item)

/** 厂房详情, a supply or a demand. */
export default function SdMarketDetail1({ loaderData: { kind, item, like, ownAsPerson } }: Route.ComponentProps) {
  return item ? <MarketDetailPage item={item} like={like} /> : <Gone kind={kind} like={like} ownAsPerson={ownAsPerson} />
}
