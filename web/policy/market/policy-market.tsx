import { data, redirect, useSearchParams } from 'react-router'
import type { Route } from './+types/policy-market'
import { market, levelOptions, policySortLabels, policySorts, supportModeOptions } from '../../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { servicesContext } from '../../context.ts'
import { answerOrFaults, withoutFaults } from '../../shell/public/filter-faults.ts'
import type { Pick } from '../../shell/public/filter-form.tsx'
import { PublicList } from '../../shell/public/public-list.tsx'
import { queryOf, withWords } from '../../shell/address.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { marketFacetKeys, marketKeys } from './list-query.ts'
import { FoundList } from './found-list.tsx'
import { policyListMeta } from './list-meta.ts'
import { SaidPlace } from './said-place.tsx'
import { saidIn } from './said-words.ts'

const FilterForm = lazyPart(() => import('../../shell/public/filter-form.tsx').then((m) => m.FilterForm))
const NoPolicyFound = lazyPart(() => import('./nothing-found.tsx').then((m) => m.NoPolicyFound))
// Only a question that states facts needs the calculator's words.
const SaidFacts = lazyPart(() => import('./said-facts.tsx').then((m) => m.SaidFacts))
const RefusedFilters = lazyPart(() => import('../../shell/public/refused-filters.tsx').then((m) => m.RefusedFilters))
const PATH = '/page/policymarket/index'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asWords = withWords(request.url)
  if (asWords) throw redirect(asWords)
  const { call } = context.get(servicesContext)
  const asked = queryOf(request.url, marketKeys)
  const filtered = queryOf(request.url, marketFacetKeys)
  const [{ found, faults }, departments, counted] = await Promise.all([
    answerOrFaults(call(market.list, { query: { ...asked, pageSize: POLICY_LIST_PAGE_SIZE } })),
    call(market.departments, { query: {} }),
    answerOrFaults(call(market.facets, { query: filtered })),
  ])
  const facets = counted.found ?? (await call(market.facets, { query: withoutFaults(filtered, counted.faults) }))
  // The options come with the data, because their table includes the schema library, which public pages must not load.
  const ids = found?.list.map(({ id }) => id)
  const said = ids ? await saidIn(call, request.url, asked.q, ids) : null
  const picks = [
    // spec §5: an option labelled 全部 is never shown in a department list
    pick(
      'policyDepId',
      '发文部门',
      departments.filter((d) => d.label !== messages.all),
    ),
    pick('supportMode', '支持方式', supportModeOptions),
    pick('level', '政策级别', levelOptions),
    pick('outside', '适用地区', places),
    pick(
      'labelId',
      '政策标签',
      facets.label.map(({ value, label, count }) => ({ value, label, count })),
    ),
  ]
  const sorts = policySorts.map((value) => ({ value, label: policySortLabels[value] }))
  return data({ found, faults, said, picks, sorts }, { status: found ? 200 : 400 })
}
/** Filters that only an address from the policy search carries. */
const elsewhere = [
  { name: '申报状态', keys: ['status'] },
  { name: '行业', keys: ['industry'] },
  { name: '发布时间', keys: ['startTime', 'endTime'] },
  { name: '截止时间', keys: ['deadlineStart', 'deadlineEnd'] },
]
const places = [
  { value: 'false', label: '本地适用' },
  { value: 'true', label: '外地参考' },
]
const pick = (key: string, name: string, options: Pick['options']): Pick => ({ name, keys: [key], options })

export const meta: Route.MetaFunction = (args) =>
  policyListMeta(args, '浏览已发布的惠企政策，查看条件与额度，在线咨询与申报', args.loaderData?.found?.list)

export default function PolicyMarket({ loaderData: { found, faults, said, picks, sorts } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const frame = {
    title: '政策超市',
    path: PATH,
    pageSize: POLICY_LIST_PAGE_SIZE,
    form: <FilterForm path={PATH} word={{ label: '政策名称', placeholder: '关键词、文号或拼音首字母' }} picks={picks} faults={faults} />,
  }
  const all = [...picks, ...elsewhere]
  if (!found) return <PublicList {...frame} total={null} nothing={<RefusedFilters path={PATH} filters={all} faults={faults} />} />
  const none = <NoPolicyFound path={PATH} filters={all} missing={found.missing} />
  return (
    <PublicList
      {...frame}
      total={found.total}
      sorts={sorts}
      usualSort="publish"
      before={
        <SaidPlace>
          <SaidFacts path={PATH} said={said} />
        </SaidPlace>
      }
      nothing={none}
    >
      {found.list.length > 0 && (
        <FoundList path={PATH} found={found} verdicts={said?.verdicts} unsure={!said?.facts.length && params.get('q') && none} />
      )}
    </PublicList>
  )
}
