import type { Route } from './+types/policy-server'
import { carousel, market } from '../../../contract/policy.ts'
import { servicesContext } from '../../context.ts'
import { Carousel } from '../../shell/carousel.tsx'
import { TagCloud } from '../../kit/chart/tag-cloud.tsx'
import { Link } from '../../shell/link.tsx'
import { SearchBox } from '../../shell/search-box.tsx'
import { metaFor } from '../../shell/title.ts'
import { PolicyItem } from './policy-item.tsx'
import styles from './policy-server.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const [express, hot, facets, slides] = await Promise.all([
    call(market.express, { query: { pageSize: 5 } }),
    call(market.hot, { query: { pageSize: 8 } }),
    call(market.facets, { query: { status: 'open' } }),
    call(carousel.list, { query: { position: 'policy', shown: 1 } }),
  ])
  return {
    express: express.list,
    hot: hot.list,
    facets,
    slides: slides.list.map(({ id, title, alt, image, url }) => ({ id, title, alt, image, url })),
  }
}

export const meta: Route.MetaFunction = (args) => metaFor(args, { description: '惠企政策的查询、测算、申报与咨询' })

const ways = [
  { to: '/page/policysearch', name: '政策搜索', text: '按关键词、文号、部门、行业和截止时间查' },
  { to: '/page/policyserver/calculator', name: '政策计算器', text: '回答几个问题，看能享受什么、为什么、多少钱' },
  { to: '/page/policyserver/simulation', name: '政策模拟', text: '设想一家企业，拖动条件看金额怎么变、断点在哪' },
  { to: '/page/policymarket/index', name: '政策超市', text: '浏览全部已发布政策，咨询与申报' },
  { to: '/page/policyserverhotList', name: '热门政策', text: '企业看得最多的政策' },
]

export default function PolicyServer({ loaderData: { express, hot, facets, slides } }: Route.ComponentProps) {
  const modes = facets.supportMode.map((m) => ({
    key: m.value,
    label: m.label,
    weight: m.count,
    to: `/page/policysearch?supportMode=${m.value}`,
  }))
  return (
    <div className={`container ${styles.page}`}>
      <h1>政策服务</h1>
      <div className={styles.search}>
        <SearchBox id="server-q" size="large" action="/page/policysearch" placeholder="关键词、文号、标题或拼音首字母" label="搜索" />
      </div>
      <ul className={styles.ways}>
        {ways.map((w) => (
          <li key={w.to}>
            <Link className={`card ${styles.way}`} to={w.to}>
              <strong>{w.name}</strong>
              <span>{w.text}</span>
            </Link>
          </li>
        ))}
      </ul>
      {slides.length > 0 && (
        <div className={styles.slides}>
          <Carousel slides={slides} label="政策服务轮播图" />
        </div>
      )}
      <div className={styles.columns}>
        <section className={`card ${styles.block}`} aria-labelledby="express">
          <div className={styles.head}>
            <h2 id="express">申报速递</h2>
            <Link to="/page/policysearch?sort=deadline">更多</Link>
          </div>
          {express.length > 0 ? (
            <ul>
              {express.map((item) => (
                <PolicyItem key={item.id} item={item} to="/page/policyserverdetail" />
              ))}
            </ul>
          ) : (
            <p className="meta">目前没有可申报的政策</p>
          )}
        </section>
        <aside className={styles.side}>
          {hot.length > 0 && (
            <section className={`card ${styles.block}`}>
              <h2>热门政策</h2>
              <ol className={styles.hot}>
                {hot.map((p) => (
                  <li key={p.id}>
                    <Link to={`/page/policyserverdetail?id=${p.id}`}>{p.policyTitle}</Link>
                  </li>
                ))}
              </ol>
            </section>
          )}
          {facets.supportMode.length > 0 && (
            <section className={`card ${styles.block}`}>
              <h2>按支持方式</h2>
              <TagCloud label="按支持方式" unit="项可申报" tags={modes} />
            </section>
          )}
        </aside>
      </div>
    </div>
  )
}
