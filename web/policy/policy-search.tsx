import { redirect, useNavigation, useSearchParams } from 'react-router'
import type { Route } from './+types/policy-search'
import { market, policySortLabels, policySorts } from '../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../contract/constants.ts'
import { servicesContext } from '../context.ts'
import { listIn, queryOf, withQuery, withWords } from '../shell/address.ts'
import { SortBar } from '../kit/sort-bar.tsx'
import { Pager } from '../shell/pager.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import { breadcrumbs, policyList } from '../shell/json-ld.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { metaFor } from '../shell/title.ts'
import { saidFacts } from '../../contract/matching/said-facts.ts'
import { DEFAULT_STATUS, facetKeys, listKeys } from './list-query.ts'
import { FoundList } from './found-list.tsx'
import styles from './policy-search.module.css'

// The server sends the filters with the page; what they do in the browser comes after.
const Facets = lazyPart(() => import('./facets.tsx').then((m) => m.Facets))
// Shown only where there is something to subscribe to: it comes when the list stands.
const SubscribeSearch = lazyPart(() => import('./follow/subscribe-search.tsx').then((m) => m.SubscribeSearch))
// Only a question that says facts needs the calculator's words.
const SaidFacts = lazyPart(() => import('./said-facts.tsx').then((m) => m.SaidFacts))
const NothingFound = lazyPart(() => import('./nothing-found.tsx').then((m) => m.NothingFound))
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
  return { found, facets, said, sorts }
}

export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '按关键词、文号、部门、支持方式、行业与截止时间查询惠企政策' }),
  ...breadcrumbs(args, [
    ['首页', '/page/home'],
    ['政策搜索', '/page/policysearch'],
  ]),
  ...policyList(args, args.loaderData?.found.list ?? []),
]

export default function PolicySearch({ loaderData: { found, facets, said, sorts } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  const q = params.get('q') ?? ''
  const sort = params.get('sort') ?? (q ? 'relevance' : 'publish')
  const filtered = [...params.keys()].some((key) => key !== 'page' && key !== 'sort')
  const none = <NothingFound path={PATH} q={q} filtered={filtered} />
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
            <SubscribeSearch usualStatus={DEFAULT_STATUS} />
            <SortBar
              sorts={sorts.filter((s) => s.value !== 'relevance' || q)}
              value={sort}
              to={(value) => withQuery(PATH, params, { sort: value })}
            />
          </div>
          <SaidFacts path={PATH} said={said} />
          {found.list.length > 0 ? (
            <FoundList
              path={PATH}
              found={found}
              verdicts={said?.verdicts}
              unsure={!said?.facts.length && q && none}
              to="/page/policyserverdetail"
            />
          ) : (
            none
          )}
          <Pager total={found.total} pageSize={POLICY_LIST_PAGE_SIZE} label="政策列表分页" />
        </section>
      </div>
    </div>
  )
}
