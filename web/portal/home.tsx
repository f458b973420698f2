import { Fragment, lazy, Suspense, type ReactNode } from 'react'
import type { Route } from './+types/home'
import type { Data } from '../../contract/endpoint.ts'
import { messages } from '../../contract/messages.ts'
import { carousel, homeData, type HomeView } from '../../contract/policy.ts'
import { adverts } from '../../contract/site/adverts.ts'
import { basicData } from '../../contract/site/basic-data.ts'
import { servicesContext } from '../context.ts'
import { useViewer } from '../session.ts'
import { Link } from '../shell/link.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import { textOf, textReader } from '../shell/one-text.ts'
import { useSite } from '../shell/root-data.ts'
import { website } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import { Carousel } from '../shell/carousel.tsx'
import { Slots, TypedFigures } from './home-aside.tsx'
import { Entries, Figures, List, Table } from './home-sections.tsx'
import styles from './home.module.css'

/** Maximum number of statistics beside the lists. */
const FIGURES_SHOWN = 12
const MyPolicies = lazy(() => import('./my-policies.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  return sent(
    ...(await Promise.all([
      call(homeData.view, { query: {} }),
      call(carousel.list, { query: { position: 'home', shown: 1 } }),
      call(basicData.list, { query: { block: 'home', pageSize: FIGURES_SHOWN } }),
      call(adverts.list, { query: { position: 'home', shown: 1 } }),
    ])),
  )
}
const sent = textOf(
  (view: HomeView, slides: Data<typeof carousel.list>, figures: Data<typeof basicData.list>, slots: Data<typeof adverts.list>) => ({
    view,
    typed: figures.list
      .filter((one) => one.enableFlag === 1)
      .map(({ name, value, unit, source, asOf }) => ({ name, value, unit, source, asOf })),
    slots: slots.list.map(({ title, text, url, logo, login }) => ({ title, text, url, logo, login })),
    slides: slides.list.map(({ id, title, alt, image, url }) => ({ id, title, alt, image, url })),
  }),
)
const read = textReader<NonNullable<Awaited<ReturnType<typeof loader>>['of']>>()

export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '查惠企政策、算可得金额、在线咨询与申报，一处办理' }),
  ...website(args),
]

/** The sections in the order of 政策首页数据配置; a section without content is left out. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { view, slides, typed, slots } = read(loaderData)
  const viewer = useViewer()
  const { phone } = useSite()
  const onHero = view.sections[0]?.code === 'entries' && view.entries.length > 0
  const block = (section: Section): ReactNode => {
    if (section.code === 'entries') return !onHero && view.entries.length > 0 && <Entries view={view} />
    if (section.code === 'carousel') return slides.length > 0 && <Carousel slides={slides} label={section.label} />
    if (section.code === 'figures') return view.figures.length > 0 && <Figures title={section.label} view={view} />
    if (section.rows.length === 0) return null
    return section.columns.length > 0 ? <Table section={section} /> : <List section={section} />
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
          <p className={styles.plain}>
            <Link to="/page/home1">简洁版首页</Link>
          </p>
        </div>
      </section>
      <div className="container">
        {onHero && <Entries view={view} over />}
        <div className={styles.columns}>
          <div className={styles.main}>
            {runsOf(view.sections).map((run) =>
              isShort(run[0]!) ? (
                <div key={run[0]!.code} className={styles.pair}>
                  {run.map((section) => (
                    <Fragment key={section.code}>{block(section)}</Fragment>
                  ))}
                </div>
              ) : (
                run.map((section) => <Fragment key={section.code}>{block(section)}</Fragment>)
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
              <p className="meta">{messages.openingHours}</p>
            </section>
            <TypedFigures figures={typed} />
            <Slots slots={slots} />
          </aside>
        </div>
      </div>
    </>
  )
}

type Section = HomeView['sections'][number]
/** Whether a section is a plain list of titles. */
const isShort = ({ rows, columns }: Section) => rows.length > 0 && columns.length === 0
/** Groups successive short lists, so that they are shown side by side. */
const runsOf = (sections: readonly Section[]): Section[][] =>
  sections.reduce<Section[][]>((runs, section) => {
    const last = runs.at(-1)
    if (last && isShort(section) && isShort(last[0]!)) last.push(section)
    else runs.push([section])
    return runs
  }, [])
