import { lazy, Suspense } from 'react'
import { Link, redirect, useNavigation, useSearchParams } from 'react-router'
import type { Route } from './+types/policy-search'
import { market, policySortLabels, policySorts } from '../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../contract/constants.ts'
import { servicesContext } from '../context.ts'
import { listIn, queryOf, withQuery, withWords } from '../shell/address.ts'
import { SortBar } from '../kit/sort-bar.tsx'
import { Pager } from '../shell/pager.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import { useRootData } from '../shell/root-data.ts'
import { breadcrumbs, policyList } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import { saidFacts } from '../../contract/matching/said-facts.ts'
import { SaidFacts } from './said-facts.tsx'
import { Facets } from './facets.tsx'
import { DEFAULT_STATUS, facetKeys, listKeys } from './list-query.ts'
import { FoundList } from './found-list.tsx'
import styles from './policy-search.module.css'

// Shown only where there is something to subscribe to: it comes when the list stands.
const SubscribeSearch = lazy(() => import('./follow/subscribe-search.tsx').then((m) => ({ default: m.SubscribeSearch })))
const PATH = '/page/policysearch'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asWords = withWords(request.url)
  if (asWords) throw redirect(asWords)
  const { call } = context.get(servicesContext)
  const asked = queryOf(request.url, listKeys)
  const status = asked.status === 'all' ? {} : { status: asked.status ?? DEFAULT_STATUS }
  const { status: _, ...rest } = asked
  const filters = Object.fromEntries(
    Object.entries({ ...rest, ...status }).filter(([key]) => (facetKeys as readonly string[]).includes(key)),
  )
  const [found, facets] = await Promise.all([
    call(market.list, { query: { ...rest, ...status, pageSize: POLICY_LIST_PAGE_SIZE } }),
    call(market.facets, { query: filters }),
  ])
  const without = listIn(new URL(request.url).searchParams, 'without')
  const said = asked.q ? await call(saidFacts.read, { body: { words: asked.q, without, policyIds: found.list.map(({ id }) => id) } }) : null
  const sorts = policySorts.map((value) => ({ value, label: policySortLabels[value] }))
  return { found, facets, said, sorts, words: asked.q ? (found.searched ?? asked.q).split(/\s+/) : [] }
}

export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '按关键词、文号、部门、支持方式、行业与截止时间查询惠企政策' }),
  ...breadcrumbs(args, [
    ['首页', '/page/home'],
    ['政策搜索', '/page/policysearch'],
  ]),
  ...policyList(args, args.loaderData?.found.list ?? []),
]

export default function PolicySearch({ loaderData: { found, facets, said, sorts, words } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  const q = params.get('q') ?? ''
  const sort = params.get('sort') ?? (q ? 'relevance' : 'publish')
  const filtered = [...params.keys()].some((key) => key !== 'page' && key !== 'sort')
  return (
    <div className={`container ${styles.page}`}>
      <h1>政策搜索</h1>
      <div className={styles.search}>
        <SearchBox
          key={q}
          id="policy-q"
          size="large"
          action={PATH}
          placeholder="关键词、文号、标题或拼音首字母"
          label="搜索"
          defaultValue={q}
        />
      </div>
      <div className={styles.columns}>
        <Facets path={PATH} facets={facets} />
        <section aria-labelledby="result-head" aria-busy={busy} className={`card ${styles.results}`}>
          <div className={styles.head}>
            <h2 id="result-head" className={styles.count}>
              共 {found.total} 条
            </h2>
            <Suspense>
              <SubscribeSearch usualStatus={DEFAULT_STATUS} />
            </Suspense>
            <SortBar
              sorts={sorts.filter((s) => s.value !== 'relevance' || q)}
              value={sort}
              to={(value) => withQuery(PATH, params, { sort: value })}
            />
          </div>
          <SaidFacts path={PATH} said={said} />
          {found.list.length > 0 ? (
            <FoundList path={PATH} found={found} words={words} verdicts={said?.verdicts} to="/page/policyserverdetail" />
          ) : (
            <Nothing q={q} filtered={filtered} />
          )}
          <Pager total={found.total} pageSize={POLICY_LIST_PAGE_SIZE} label="政策列表分页" />
        </section>
      </div>
    </div>
  )
}

/** Ways on when nothing was found: drop one filter at a time, look at every state, ask. */
function Nothing({ q, filtered }: { q: string; filtered: boolean }) {
  const [params] = useSearchParams()
  const phone = useRootData()?.site.phone
  const droppable = (['policyDepId', 'supportMode', 'level', 'industry', 'labelId', 'startTime', 'deadlineEnd'] as const).filter(
    (key) => listIn(params, key).length > 0,
  )
  const names = {
    policyDepId: '部门',
    supportMode: '支持方式',
    level: '级别',
    industry: '行业',
    labelId: '标签',
    startTime: '发布时间',
    deadlineEnd: '截止时间',
  }
  return (
    <div className={styles.nothing}>
      <p>{q ? `没有政策能回答“${q}”` : '没有你想要的数据'}</p>
      {q && (
        <p className="meta">
          可以<Link to="/page/policyserver/calculator">用政策计算器算一算</Link>，在<Link to="/page/policymarket/index">政策超市</Link>
          里打开相近的政策咨询
          {phone && (
            <>
              ，或拨打服务电话 <a href={`tel:${phone}`}>{phone}</a>
            </>
          )}
          。问题会隐去数字和名称后转给编辑。
        </p>
      )}
      <ul>
        {params.get('status') !== 'all' && (
          <li>
            <Link to={withQuery(PATH, params, { status: 'all' })}>把已截止和未开始的也算上</Link>
          </li>
        )}
        {droppable.map((key) => (
          <li key={key}>
            <Link to={withQuery(PATH, params, { [key]: null })}>不限{names[key]}</Link>
          </li>
        ))}
        {filtered && (
          <li>
            <Link to={PATH}>清除全部条件</Link>
          </li>
        )}
        {q && <li>试试更短的词，或政策标题的拼音首字母（如“高企认定”写 gqrd）</li>}
        <li>
          <Link to="/page/policyserver/calculator">不知道名称？用政策计算器按企业情况找</Link>
        </li>
      </ul>
    </div>
  )
}
