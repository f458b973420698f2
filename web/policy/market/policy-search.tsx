import { data, redirect, useSearchParams } from 'react-router'
import type { Route } from './+types/policy-search'
import { market, policySortLabels, policySorts } from '../../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../../contract/constants.ts'
import { servicesContext } from '../../context.ts'
import { answerOrFaults, withoutFaults } from '../../shell/public/filter-faults.ts'
import { PublicList } from '../../shell/public/public-list.tsx'
import { queryOf, withWords } from '../../shell/address.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { DEFAULT_STATUS, facetKeys, listKeys } from './list-query.ts'
import { FoundList } from './found-list.tsx'
import { policyListMeta } from './list-meta.ts'
import { policyFilters } from './policy-facets.ts'
import { SaidPlace } from './said-place.tsx'
import { saidIn } from './said-words.ts'

// The server renders the filters; their script is loaded afterwards.
const Facets = lazyPart(() => import('../../shell/public/facets.tsx').then((m) => m.Facets))
// Only shown when there is something to subscribe to, so it is loaded after the list.
const SubscribeSearch = lazyPart(() => import('../follow/subscribe-search.tsx').then((m) => m.SubscribeSearch))
// Only a question that states facts needs the calculator's words.
const SaidFacts = lazyPart(() => import('./said-facts.tsx').then((m) => m.SaidFacts))
const NoPolicyFound = lazyPart(() => import('./nothing-found.tsx').then((m) => m.NoPolicyFound))
const RefusedFilters = lazyPart(() => import('../../shell/public/refused-filters.tsx').then((m) => m.RefusedFilters))
const PATH = '/page/policysearch'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asWords = withWords(request.url)
  if (asWords) throw redirect(asWords)
  const { call } = context.get(servicesContext)
  const asked = queryOf(request.url, listKeys)
  const status = asked.status === 'all' ? {} : { status: asked.status ?? DEFAULT_STATUS }
  const { status: _, ...rest } = asked
  const filtered = Object.fromEntries(
    Object.entries({ ...rest, ...status }).filter(([key]) => (facetKeys as readonly string[]).includes(key)),
  )
  const [{ found, faults }, counted] = await Promise.all([
    answerOrFaults(call(market.list, { query: { ...rest, ...status, pageSize: POLICY_LIST_PAGE_SIZE } })),
    answerOrFaults(call(market.facets, { query: filtered })),
  ])
  // What is wrong is corrected in the filters, so they are shown all the same.
  const facets = counted.found ?? (await call(market.facets, { query: withoutFaults(filtered, counted.faults) }))
  const ids = found?.list.map(({ id }) => id)
  const said = ids ? await saidIn(call, request.url, asked.q, ids) : null
  const sorts = policySorts.map((value) => ({ value, label: policySortLabels[value] }))
  // Built on the server, so that only the result is sent to the page.
  return data({ found, faults, filters: policyFilters(facets), said, sorts }, { status: found ? 200 : 400 })
}

export const meta: Route.MetaFunction = (args) =>
  policyListMeta(args, '按关键词、文号、部门、支持方式、行业与截止时间查询惠企政策', args.loaderData?.found?.list)

export default function PolicySearch({ loaderData: { found, faults, filters, said, sorts } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const frame = {
    title: '政策搜索',
    path: PATH,
    pageSize: POLICY_LIST_PAGE_SIZE,
    search: { id: 'policy-q', placeholder: '关键词、文号、标题或拼音首字母' },
    aside: <Facets path={PATH} filters={filters} faults={faults} />,
  }
  if (!found) return <PublicList {...frame} total={null} nothing={<RefusedFilters path={PATH} filters={filters} faults={faults} />} />
  const none = <NoPolicyFound path={PATH} filters={filters} byState missing={found.missing} />
  return (
    <PublicList
      {...frame}
      total={found.total}
      sorts={sorts}
      usualSort="publish"
      tools={<SubscribeSearch usualStatus={DEFAULT_STATUS} />}
      before={
        <SaidPlace>
          <SaidFacts path={PATH} said={said} />
        </SaidPlace>
      }
      nothing={none}
    >
      {found.list.length > 0 && (
        <FoundList
          path={PATH}
          found={found}
          verdicts={said?.verdicts}
          unsure={!said?.facts.length && params.get('q') && none}
          to="/page/policyserverdetail"
        />
      )}
    </PublicList>
  )
}
