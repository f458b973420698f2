import { lazy, Suspense } from 'react'
import type { Route } from './+types/home'
import { market, type PolicyListItem } from '../../contract/policy.ts'
import { servicesContext } from '../context.ts'
import { ceiling, day, windowOf } from '../policy/index.ts'
import { useViewer } from '../session.ts'
import { AppealIcon, CalculatorIcon, DeclareIcon, PolicyIcon } from '../shell/icons.tsx'
import { Link } from '../shell/link.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import { useSite } from '../shell/root-data.ts'
import { metaFor } from '../shell/title.ts'
import styles from './home.module.css'

const MyPolicies = lazy(() => import('./my-policies.tsx'))

const tasks = [
  { to: '/page/policysearch', name: '查政策', text: '按部门、行业、截止时间查', icon: PolicyIcon },
  { to: '/page/policyserver/calculator', name: '算政策', text: '3 分钟算一算能享受哪些', icon: CalculatorIcon },
  { to: '/page/policymarket/index', name: '报项目', text: '在线申报，随时续填', icon: DeclareIcon },
  { to: '/page/appeal', name: '提诉求', text: '问题有人办、有回音', icon: AppealIcon },
]
const hotWords = ['高新技术企业', '技术改造', '稳岗', '贷款贴息']

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const [closing, newest, hot] = await Promise.all([
    call(market.express, { query: { pageSize: 6 } }),
    call(market.list, { query: { sort: 'publish', pageSize: 6 } }),
    call(market.hot, { query: { pageSize: 6 } }),
  ])
  return { closing: closing.list.map(shown), newest: newest.list.map(shown), hot: hot.list.map(shown) }
}

/** What this page shows of a policy: the rest would travel in the page twice, unread. */
const shown = (p: PolicyListItem) => ({
  id: p.id,
  policyTitle: p.policyTitle,
  policyDepName: p.policyDepName,
  policyCreateTime: p.policyCreateTime,
  status: p.status,
  statusName: p.statusName,
  applyFrom: p.applyFrom,
  applyTo: p.applyTo,
  daysLeft: p.daysLeft,
  maxAmount: p.maxAmount,
  viewNum: p.viewNum,
})
type Item = ReturnType<typeof shown>

export const meta: Route.MetaFunction = (args) =>
  metaFor(args as never, { description: '查惠企政策、算可得金额、在线咨询与申报，一处办理' })

export default function Home({ loaderData: { closing, newest, hot } }: Route.ComponentProps) {
  const viewer = useViewer()
  const { phone } = useSite()
  return (
    <>
      <section className={styles.hero} data-dark>
        <div className="container">
          <h1 className={styles.title}>惠企政策，一处查清</h1>
          <div className={styles.search}>
            <SearchBox
              id="home-search"
              size="large"
              action="/page/policysearch"
              placeholder="输入关键词、文号或拼音首字母"
              label="搜索政策"
              dark
            />
          </div>
          <p className={styles.hot}>
            常查：
            {hotWords.map((word) => (
              <Link key={word} to={`/page/policysearch?q=${encodeURIComponent(word)}`}>
                {word}
              </Link>
            ))}
          </p>
        </div>
      </section>
      <div className="container">
        <ul className={`card ${styles.tasks}`}>
          {tasks.map(({ to, name, text, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={styles.task}>
                <Icon />
                <span>
                  <strong>{name}</strong>
                  <span>{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.columns}>
          {closing.length > 0 && (
            <section className={`card ${styles.block}`} aria-labelledby="closing">
              <div className={styles.blockHead}>
                <h2 id="closing">正在申报</h2>
                <Link to="/page/policysearch?sort=deadline">更多</Link>
              </div>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">政策</th>
                    <th scope="col" className={styles.wide}>
                      部门
                    </th>
                    <th scope="col" className={styles.wide}>
                      最高金额
                    </th>
                    <th scope="col">截止</th>
                  </tr>
                </thead>
                <tbody>
                  {closing.map((item) => (
                    <Closing key={item.id} item={item} />
                  ))}
                </tbody>
              </table>
            </section>
          )}
          <aside className={styles.side}>
            {viewer?.type === 'QY' ? (
              <Suspense fallback={null}>
                <MyPolicies />
              </Suspense>
            ) : (
              <section className={`card ${styles.block} ${styles.invite}`}>
                <h2>我是企业</h2>
                <p>回答几个问题，看看能享受哪些政策、为什么、大约多少钱。不用登录。</p>
                <Link className="btn btn-primary btn-block" to="/page/policyserver/calculator">
                  开始测算
                </Link>
              </section>
            )}
            <section className={`card ${styles.block}`}>
              <h2>企业服务中心</h2>
              <p className={styles.phone}>
                <a href={`tel:${phone}`}>{phone}</a>
              </p>
              <p className="meta">服务时间：08:30-17:00</p>
            </section>
          </aside>
        </div>
        <div className={styles.pair}>
          <List title="最新政策" to="/page/policysearch?status=all" items={newest} right={(p) => day(p.policyCreateTime)} />
          <List title="热门政策" to="/page/policyserverhotList" items={hot} right={(p) => `${p.viewNum} 次浏览`} />
        </div>
      </div>
    </>
  )
}

function Closing({ item }: { item: Item }) {
  const state = windowOf(item)
  return (
    <tr>
      <td>
        <Link to={`/page/policyserverdetail?id=${item.id}`}>{item.policyTitle}</Link>
      </td>
      <td className={styles.wide}>{item.policyDepName}</td>
      <td className={`${styles.wide} num`}>{ceiling(item)?.replace('最高 ', '') ?? '—'}</td>
      <td className={`num ${state.urgent ? styles.urgent : ''}`}>{state.text}</td>
    </tr>
  )
}

/** An empty list shows nothing at all, never an empty box (ux §4). */
function List({ title, to, items, right }: { title: string; to: string; items: Item[]; right: (item: Item) => string }) {
  if (items.length === 0) return null
  return (
    <section className={`card ${styles.block}`}>
      <div className={styles.blockHead}>
        <h2>{title}</h2>
        <Link to={to}>
          更多<span className="visually-hidden">{title}</span>
        </Link>
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.id} className={styles.row}>
            <Link to={`/page/policyserverdetail?id=${item.id}`}>{item.policyTitle}</Link>
            <span className="meta num">{right(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
