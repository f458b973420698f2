import { redirect, useSearchParams } from 'react-router'
import type { Route } from './+types/policy-market'
import { market, levelOptions, policySortLabels, policySorts, supportModeOptions } from '../../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { servicesContext } from '../../context.ts'
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
const PATH = '/page/policymarket/index'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asWords = withWords(request.url)
  if (asWords) throw redirect(asWords)
  const { call } = context.get(servicesContext)
  const asked = queryOf(request.url, marketKeys)
  const [found, departments, facets] = await Promise.all([
    call(market.list, { query: { ...asked, pageSize: POLICY_LIST_PAGE_SIZE } }),
    call(market.departments, { query: {} }),
    call(market.facets, { query: queryOf(request.url, marketFacetKeys) }),
  ])
  // The options come with the data, because their table includes the schema library, which public pages must not load.
  const said = await saidIn(
    call,
    request.url,
    asked.q,
    found.list.map(({ id }) => id),
  )
  return {
    found,
    said,
    picks: [
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
    ],
    sorts: policySorts.map((value) => ({ value, label: policySortLabels[value] })),
  }
}
const places = [
  { value: 'false', label: '本地适用' },
  { value: 'true', label: '外地参考' },
]
const pick = (key: string, name: string, options: Pick['options']): Pick => ({ name, keys: [key], options })

export const meta: Route.MetaFunction = (args) =>
  policyListMeta(args, '浏览已发布的惠企政策，查看条件与额度，在线咨询与申报', args.loaderData?.found.list)

export default function PolicyMarket({ loaderData: { found, said, picks, sorts } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const none = <NoPolicyFound path={PATH} filters={picks} missing={found.missing} />
  return (
    <PublicList
      title="政策超市"
      path={PATH}
      total={found.total}
      pageSize={POLICY_LIST_PAGE_SIZE}
      form={<FilterForm path={PATH} word={{ label: '政策名称', placeholder: '关键词、文号或拼音首字母' }} picks={picks} />}
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
