import type { Route } from './+types/outside'
import { market } from '../../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../../contract/constants.ts'
import { asked } from '../../asked.ts'
import { servicesContext } from '../../context.ts'
import { PublicList } from '../../shell/public/public-list.tsx'
import { queryOf } from '../../shell/address.ts'
import { policyListMeta } from './list-meta.ts'
import { PolicyItem } from './policy-item.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const query = asked(market.list, { ...queryOf(request.url, ['page']), outside: true, pageSize: POLICY_LIST_PAGE_SIZE })
  return { found: await call(market.list, { query }) }
}

export const meta: Route.MetaFunction = (args) =>
  policyListMeta(args, '其他地区公开的惠企政策，仅供参考，不计入测算', args.loaderData?.found.list)

/** Policies of other places: for reading only, they count in no result. */
export default function Outside({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <PublicList
      title="外地参考"
      path="/page/policyserverOutside"
      total={found.total}
      pageSize={POLICY_LIST_PAGE_SIZE}
      lead="这些政策只在其他地区执行，本县企业不能申报，也不计入测算、推荐和合计；可以看看别处怎么做。"
      nothing={<p className="meta">本站没有收录其他地区的政策</p>}
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
