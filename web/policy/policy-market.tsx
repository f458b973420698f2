import { Form, redirect, useNavigation, useSearchParams } from 'react-router'
import type { Route } from './+types/policy-market'
import { market, levelOptions, policySortLabels, policySorts, supportModeOptions } from '../../contract/policy.ts'
import { POLICY_LIST_PAGE_SIZE } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { servicesContext } from '../context.ts'
import { SortBar } from '../kit/sort-bar.tsx'
import { queryOf, withQuery, withWords } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Pager } from '../shell/pager.tsx'
import { breadcrumbs, policyList } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import { facetKeys, listKeys } from './list-query.ts'
import { FoundList } from './found-list.tsx'
import styles from './policy-market.module.css'

const NothingFound = lazyPart(() => import('./nothing-found.tsx').then((m) => m.NothingFound))
const PATH = '/page/policymarket/index'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asWords = withWords(request.url)
  if (asWords) throw redirect(asWords)
  const { call } = context.get(servicesContext)
  const [found, departments, facets] = await Promise.all([
    call(market.list, { query: { ...queryOf(request.url, listKeys), pageSize: POLICY_LIST_PAGE_SIZE } }),
    call(market.departments, { query: {} }),
    call(market.facets, { query: queryOf(request.url, facetKeys) }),
  ])
  // spec §5: an option labelled 全部 never shows in a department list
  // The options come with the data: their table carries the schema library, which public pages do without.
  return {
    found,
    departments: departments.filter((d) => d.label !== messages.all),
    modes: supportModeOptions,
    levels: levelOptions,
    labels: facets.label.map(({ value, label, count }) => ({ value, label: `${label}（${count}）` })),
    sorts: policySorts.map((value) => ({ value, label: policySortLabels[value] })),
  }
}

export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '浏览已发布的惠企政策，查看条件与额度，在线咨询与申报' }),
  ...breadcrumbs(args, [
    ['首页', '/page/home'],
    ['政策超市', '/page/policymarket/index'],
  ]),
  ...policyList(args, args.loaderData?.found.list ?? []),
]

export default function PolicyMarket({ loaderData: { found, departments, modes, levels, labels, sorts } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  const q = params.get('q')
  const sort = params.get('sort') ?? (q ? 'relevance' : 'publish')
  return (
    <div className={`container ${styles.page}`}>
      <h1>政策超市</h1>
      <Form method="get" className={`card ${styles.filters}`} role="search" key={params.toString()}>
        <label className={styles.word}>
          <span className="field-label">政策名称</span>
          <input
            className="field"
            type="search"
            name="q"
            maxLength={64}
            defaultValue={params.get('q') ?? ''}
            placeholder="关键词、文号或拼音首字母"
          />
        </label>
        {params.get('sort') && <input type="hidden" name="sort" value={sort} />}
        <Pick name="policyDepId" label="发文部门" options={departments} value={params.get('policyDepId')} />
        <Pick name="supportMode" label="支持方式" options={modes} value={params.get('supportMode')} />
        <Pick name="level" label="政策级别" options={levels} value={params.get('level')} />
        {labels.length > 0 && <Pick name="labelId" label="政策标签" options={labels} value={params.get('labelId')} />}
        <div className={styles.buttons}>
          <button className="btn btn-primary" type="submit">
            查询
          </button>
          <a className="btn" href="/page/policymarket/index">
            重置
          </a>
        </div>
      </Form>
      <section className={`card ${styles.results}`} aria-labelledby="market-policies" aria-busy={busy}>
        <h2 id="market-policies" className="visually-hidden">
          政策列表
        </h2>
        <div className={styles.head}>
          <p className="num">共 {found.total} 条</p>
          <SortBar
            sorts={sorts.filter((s) => s.value !== 'relevance' || q)}
            value={sort}
            to={(value) => withQuery(PATH, params, { sort: value })}
          />
        </div>
        {found.list.length > 0 ? (
          <FoundList path={PATH} found={found} unsure={q && <NothingFound path={PATH} q={q} filtered={params.size > 1} />} />
        ) : q ? (
          <NothingFound path={PATH} q={q} filtered={params.size > 1} />
        ) : (
          <p className={styles.nothing}>
            {messages.tableEmpty}
            {params.size > 0 && (
              <>
                {' '}
                · <a href="/page/policymarket/index">清除筛选</a>
              </>
            )}
          </p>
        )}
        <Pager total={found.total} pageSize={POLICY_LIST_PAGE_SIZE} label="政策超市分页" />
      </section>
    </div>
  )
}

function Pick({
  name,
  label,
  options,
  value,
}: {
  name: string
  label: string
  options: readonly { label: string; value: string }[]
  value: string | null
}) {
  return (
    <label>
      <span className="field-label">{label}</span>
      <select className="field" name={name} defaultValue={value ?? ''}>
        <option value="">不限</option>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
    </label>
  )
}
