import type { Route } from './+types/hot-list'
import { market } from '../../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { servicesContext } from '../../context.ts'
import { PublicList } from '../../shell/public/public-list.tsx'
import { queryOf } from '../../shell/address.ts'
import { policyListMeta } from './list-meta.ts'
import { PolicyItem } from './policy-item.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  return { found: await call(market.hot, { query: { ...queryOf(request.url, ['page']), pageSize: POLICY_LIST_PAGE_SIZE } }) }
}

export const meta: Route.MetaFunction = (args) => policyListMeta(args, '企业看得最多的惠企政策', args.loaderData?.found.list)

export default function HotList({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <PublicList
      title="热门政策"
      path="/page/policyserverhotList"
      total={found.total}
      pageSize={POLICY_LIST_PAGE_SIZE}
      lead="置顶政策在前，其余按浏览次数排列"
      nothing={<p className="meta">{messages.tableEmpty}</p>}
    >
      {found.list.length > 0 && (
        <ol>
          {found.list.map((item) => (
            <PolicyItem key={item.id} item={item} to="/page/policyserverdetail" />
          ))}
        </ol>
      )}
    </PublicList>
  )
}
