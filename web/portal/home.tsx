import { Fragment, lazy, Suspense, type ReactNode } from 'react'
import type { Route } from './+types/home'
import type { Data } from '../../contract/endpoint.ts'
import { project } from '../../contract/declaration.ts'
import { carousel, homeData, market, type HomeSection, type HomeView } from '../../contract/policy.ts'
import { servicesContext } from '../context.ts'
import { useViewer } from '../session.ts'
import { Link } from '../shell/link.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import { textOf, textReader } from '../shell/one-text.ts'
import { useSite } from '../shell/root-data.ts'
import { website } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import { Carousel } from '../shell/carousel.tsx'
import { ClosingTable, Entries, Figures, List, Recommended } from './home-sections.tsx'
import { closingRow, hotRow, newestRow } from './listed.ts'
import styles from './home.module.css'

/** Takes declarations today. */
const OPEN = 1
/** Projects of the section; the rest is behind 更多. */
const CLOSING = 8

const MyPolicies = lazy(() => import('./my-policies.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  return sent(
    ...(await Promise.all([
      call(homeData.view, { query: {} }),
      call(carousel.list, { query: { position: 'home', shown: 1 } }),
      call(project.list, { query: { state: OPEN, pageSize: 50 } }),
      call(market.list, { query: { sort: 'publish', pageSize: 6 } }),
      call(market.hot, { query: { pageSize: 6 } }),
    ])),
  )
}
const sent = textOf(
  (
    { figures, ...view }: HomeView,
    slides: Data<typeof carousel.list>,
    open: Data<typeof project.list>,
    newest: Data<typeof market.list>,
    hot: Data<typeof market.hot>,
  ) => ({
    // What can be declared for now is what has a project, not every policy in its window.
    view: { ...view, figures: figures.map((f) => (f.code === 'openTotal' ? { ...f, value: open.total } : f)) },
    slides: slides.list.map(({ id, title, alt, image, url }) => ({ id, title, alt, image, url })),
    closing: open.list
      .toSorted((a, b) => Date.parse(a.applyEndTime) - Date.parse(b.applyEndTime))
      .slice(0, CLOSING)
      .map(closingRow),
    newest: newest.list.map(newestRow),
    hot: hot.list.filter((p) => p.viewNum > 0).map(hotRow),
  }),
)
const read = textReader<NonNullable<Awaited<ReturnType<typeof loader>>['of']>>()

export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '查惠企政策、算可得金额、在线咨询与申报，一处办理' }),
  ...website(args),
]

/** Sections as 政策首页数据配置 orders them; one that has nothing to show is left out. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { view, slides, closing, newest, hot } = read(loaderData)
  const viewer = useViewer()
  const { phone } = useSite()
  const shown = view.sections.map((s) => s.code)
  const onHero = shown[0] === 'entries' && view.entries.length > 0
  const lists: Partial<Record<HomeSection, ReactNode>> = {
    hotPolicy: view.hotPolicies.length > 0 && <Recommended title={titleOf(view, 'hotPolicy')} items={view.hotPolicies} />,
    newest: newest.length > 0 && <List title={titleOf(view, 'newest')} to="/page/policysearch?status=all" items={newest} />,
    hot: hot.length > 0 && <List title={titleOf(view, 'hot')} to="/page/policyserverhotList" items={hot} />,
  }
  const blocks: Partial<Record<HomeSection, ReactNode>> = {
    entries: !onHero && view.entries.length > 0 && <Entries view={view} />,
    carousel: slides.length > 0 && <Carousel slides={slides} label={titleOf(view, 'carousel')} />,
    figures: view.figures.length > 0 && <Figures title={titleOf(view, 'figures')} view={view} />,
    closing: closing.length > 0 && <ClosingTable title={titleOf(view, 'closing')} items={closing} />,
  }
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
          {view.hotWords.length > 0 && (
            <p className={styles.hot}>
              常查：
              {view.hotWords.map((word) => (
                <Link key={word} to={`/page/policysearch?q=${encodeURIComponent(word)}`}>
                  {word}
                </Link>
              ))}
            </p>
          )}
        </div>
      </section>
      <div className="container">
        {onHero && <Entries view={view} over />}
        <div className={styles.columns}>
          <div className={styles.main}>
            {runsOf(shown).map((run) =>
              run.every((code) => code in lists) ? (
                <div key={run[0]} className={styles.pair}>
                  {run.map((code) => (
                    <Fragment key={code}>{lists[code]}</Fragment>
                  ))}
                </div>
              ) : (
                run.map((code) => <Fragment key={code}>{blocks[code]}</Fragment>)
              ),
            )}
          </div>
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
      </div>
    </>
  )
}

const titleOf = (view: HomeView, code: HomeSection) => view.sections.find((s) => s.code === code)?.label ?? ''
const small: readonly HomeSection[] = ['hotPolicy', 'newest', 'hot']
/** Short lists that follow one another stand side by side. */
const runsOf = (codes: readonly HomeSection[]): HomeSection[][] =>
  codes.reduce<HomeSection[][]>((runs, code) => {
    const last = runs.at(-1)
    if (last && small.includes(code) && small.includes(last[0]!)) last.push(code)
    else runs.push([code])
    return runs
  }, [])
