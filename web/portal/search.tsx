import { Link, useSearchParams } from 'react-router'
import type { Route } from './+types/search'
import { market, type SearchHit } from '../../contract/policy.ts'
import type { SaidVerdict } from '../../contract/matching/said-facts.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { servicesContext } from '../context.ts'
import { cutQuestion, isCut, listIn, TOO_LONG, withQuery } from '../shell/address.ts'
import { Pager } from '../shell/pager.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { metaFor } from '../shell/title.ts'
import { loadReadAs, loadSaidFacts, marked, saidIn, SaidPlace, WaysOn } from '../policy/index.ts'
import styles from './search.module.css'

const ReadAs = lazyPart(() => loadReadAs().then((m) => m.ReadAs))
// Loaded on demand, because only a question with facts about a company needs these components.
const SaidFacts = lazyPart(() => loadSaidFacts().then((m) => m.SaidFacts))
const SaidJudgement = lazyPart(() => loadSaidFacts().then((m) => m.SaidJudgement))
const SIZE = 10
const PATH = '/page/search'

/** `q` is the parameter of the search box; `keyword` is the name in the API. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const params = new URL(request.url).searchParams
  const typed = params.get('q') ?? params.get('keyword') ?? ''
  const keyword = cutQuestion(typed)
  const type = params.get('type')
  const page = params.get('page')
  const without = listIn(params, 'without').join(',')
  const query = { keyword, ...(type ? { type } : {}), ...(page ? { page } : {}), ...(without ? { without } : {}), pageSize: SIZE }
  const found = await call(market.search, { query })
  const shown = [...found.list, ...(found.maybe ?? [])].filter((hit) => hit.type === 'policy')
  const said = await saidIn(
    call,
    request.url,
    keyword,
    shown.map(({ id }) => Number(id)),
  )
  return { typed, keyword, found, said }
}

export const meta: Route.MetaFunction = (args) => metaFor(args)

interface Shown {
  hits: readonly SearchHit[]
  words: readonly string[]
  /** results of the facts in the question, by policy id */
  verdicts?: Readonly<Record<string, SaidVerdict>> | undefined
}
function Hits({ hits, words, verdicts = {} }: Shown) {
  return (
    <ul>
      {hits.map((hit) => (
        <li key={hit.type + hit.id} className={styles.hit}>
          <h3>
            <Link to={hit.url}>{marked(hit.title, words)}</Link>
          </h3>
          <p className={styles.summary}>{marked(hit.summary, words)}</p>
          {hit.passage && <p className={styles.passage}>原文：{marked(hit.passage, words)}</p>}
          {hit.type === 'policy' && verdicts[hit.id] && <SaidJudgement judged={verdicts[hit.id]!} />}
          <p className="meta">
            {hit.typeName}
            {hit.time && ` · ${shanghaiDay(Date.parse(hit.time))}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

export default function Search({ loaderData: { typed, keyword, found, said } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const type = params.get('type')
  const kinds = found.types.filter(({ value, count }) => count > 0 || value === type)
  const elsewhere = type ? kinds.reduce((sum, { count }) => sum + count, 0) : 0
  return (
    <div className={`container ${styles.page}`}>
      <h1>全站搜索</h1>
      <div className={styles.box}>
        <SearchBox id="site-q" size="large" defaultValue={typed} />
      </div>
      {keyword && (kinds.length > 1 || type) && (
        <nav aria-label="内容类别" className={styles.types}>
          <Link to={withQuery(PATH, params, { type: null })} aria-current={type ? undefined : 'true'}>
            不限
          </Link>
          {kinds.map((t) => (
            <Link key={t.value} to={withQuery(PATH, params, { type: t.value })} aria-current={t.value === type ? 'true' : undefined}>
              {t.label}（{t.count}）
            </Link>
          ))}
        </nav>
      )}
      <section className={`card ${styles.results}`} aria-label="搜索结果">
        <h2 className="visually-hidden">结果</h2>
        <p className={styles.count} role="status">
          {keyword && `“${keyword}” 共 ${found.total} 条`}
          {isCut(typed) && `（${TOO_LONG}）`}
        </p>
        <SaidPlace>
          <SaidFacts path={PATH} said={said} />
        </SaidPlace>
        {(found.asked || found.missing || found.nowhere) && (
          <ReadAs found={found} missing={found.missing} exactly={`/page/policysearch?exact=true&q=${encodeURIComponent(keyword)}`} />
        )}
        {found.list.length > 0 ? (
          <Hits hits={found.list} words={found.words} verdicts={said?.verdicts} />
        ) : (
          <div className={styles.nothing}>
            {elsewhere > 0 ? (
              <p>
                “{kinds.find(({ value }) => value === type)?.label}”里没有找到，
                <Link to={withQuery(PATH, params, { type: null })}>看其他类别的 {elsewhere} 条</Link>
              </p>
            ) : keyword ? (
              !found.missing && !said?.facts.length && <WaysOn q={keyword} />
            ) : (
              <p>输入关键词开始搜索</p>
            )}
          </div>
        )}
        {found.maybe && (
          <section aria-labelledby="maybe-found">
            <h2 id="maybe-found">可能相关</h2>
            <Hits hits={found.maybe} words={found.words} verdicts={said?.verdicts} />
          </section>
        )}
        {keyword && (
          <p className="meta">
            <Link to={`/page/policysearch?q=${encodeURIComponent(keyword)}`}>到政策搜索里筛选，或按企业情况逐项判断</Link>
          </p>
        )}
        <Pager total={found.total} pageSize={SIZE} label="搜索结果分页" />
      </section>
    </div>
  )
}
