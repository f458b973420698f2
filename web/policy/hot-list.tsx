import type { Route } from './+types/hot-list'
import { market } from '../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { servicesContext } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { Pager } from '../shell/pager.tsx'
import { breadcrumbs, policyList } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import { PolicyItem } from './policy-item.tsx'
import styles from './policy-market.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  return { found: await call(market.hot, { query: { ...queryOf(request.url, ['page']), pageSize: POLICY_LIST_PAGE_SIZE } }) }
}

export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '企业看得最多的惠企政策' }),
  ...breadcrumbs(args, [
    ['首页', '/page/home'],
    ['热门政策', '/page/policyserverhotList'],
  ]),
  ...policyList(args, args.loaderData?.found.list ?? []),
]

export default function HotList({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <div className={`container ${styles.page}`}>
      <h1>热门政策</h1>
      <p className="meta">置顶政策在前，其余按浏览次数排列</p>
      <section className={`card ${styles.results}`} aria-labelledby="hot-policies">
        <h2 id="hot-policies" className="visually-hidden">
          热门政策列表
        </h2>
        {found.list.length > 0 ? (
          <ol>
            {found.list.map((item) => (
              <PolicyItem key={item.id} item={item} to="/page/policyserverdetail" />
            ))}
          </ol>
        ) : (
          <p className={styles.nothing}>{messages.tableEmpty}</p>
        )}
        <Pager total={found.total} pageSize={POLICY_LIST_PAGE_SIZE} label="热门政策分页" />
      </section>
    </div>
  )
}
