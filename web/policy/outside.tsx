import type { Route } from './+types/outside'
import { market } from '../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../contract/constants.ts'
import { asked } from '../asked.ts'
import { servicesContext } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { Pager } from '../shell/pager.tsx'
import { metaFor } from '../shell/title.ts'
import { PolicyItem } from './policy-item.tsx'
import styles from './policy-market.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const query = asked(market.list, { ...queryOf(request.url, ['page']), outside: true, pageSize: POLICY_LIST_PAGE_SIZE })
  return { found: await call(market.list, { query }) }
}

export const meta: Route.MetaFunction = (args) => metaFor(args, { description: '其他地区公开的惠企政策，仅供参考，不计入测算' })

/** Policies of other places: they can be read, and count in no result. */
export default function Outside({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <div className={`container ${styles.page}`}>
      <h1>外地参考</h1>
      <p className="meta">这些政策只在其他地区执行，本县企业不能申报，也不计入测算、推荐和合计；可以看看别处怎么做。</p>
      <section className={`card ${styles.results}`} aria-labelledby="outside-policies">
        <h2 id="outside-policies" className="visually-hidden">
          其他地区的政策
        </h2>
        {found.list.length > 0 ? (
          <ol>
            {found.list.map((item) => (
              <PolicyItem key={item.id} item={item} to="/page/policyserverdetail" />
            ))}
          </ol>
        ) : (
          <p className={styles.nothing}>本站没有收录其他地区的政策</p>
        )}
        <Pager total={found.total} pageSize={POLICY_LIST_PAGE_SIZE} label="外地参考分页" />
      </section>
    </div>
  )
}
