import { Suspense } from 'react'
import { data, useSearchParams } from 'react-router'
import type { Route } from './+types/sdmarket'
import { kindField, marketGroups, type MarketItem as Item } from '../../contract/market/item.ts'
import { itemPath, marketKindKeys, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { servicesContext } from '../context.ts'
import { listIn, queryOf, withQuery } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { answerOrFaults } from '../shell/public/filter-faults.ts'
import { listMeta } from '../shell/public/public-meta.ts'
import { PublicList } from '../shell/public/public-list.tsx'
import { filterKeys, listOf, MARKET } from './addresses.ts'
import { filtersOf, kindFilter, sortsOf, typedFilters, typedWords } from './filters.ts'
import { MarketItem } from './market-item.tsx'
import styles from './market.module.css'

const Facets = lazyPart(() => import('../shell/public/facets.tsx').then((m) => m.Facets))
const NoRows = lazyPart(() => import('../shell/public/no-rows.tsx').then((m) => m.NoRows))
const MarketFilter = lazyPart(() => import('./market-filter.tsx').then((m) => m.MarketFilter))
const MarketMap = lazyPart(() => import('./market-map.tsx').then((m) => m.MarketMap))
const KeptButton = lazyPart(() => import('./kept-button.tsx').then((m) => m.KeptButton))
const Compare = lazyPart(() => import('./compare.tsx').then((m) => m.Compare))
const SIZE = 10
const COMPARED_MAX = 4

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const { q, kind: asked, page, sort, compare, ...filters } = queryOf(request.url, ['q', 'kind', 'page', 'sort', 'compare', ...filterKeys])
  const read = kindField.optional().safeParse(asked)
  const kind: MarketKind = read.data ?? 'workshopInfo'
  const wrongKind = (read.error?.issues ?? []).map(({ message }) => ({ path: 'kind', message }))
  const ids = listIn(new URL(request.url).searchParams, 'compare').filter((id) => /^\d{1,15}$/.test(id))
  const compared = await Promise.all(
    ids.slice(0, COMPARED_MAX).map((id) => call(marketGroups[kind].findById, { query: { id: Number(id) } }).catch(() => null)),
  )
  if (compare && compared.some(Boolean))
    return {
      kind,
      found: null,
      faults: [],
      filters: [],
      compared: compared.filter((item) => item !== null),
      more: ids.length > COMPARED_MAX,
    }
  const answer = await answerOrFaults(
    call(marketGroups[kind].listReviewPassed, {
      query: {
        ...filters,
        ...(q ? { keyword: q.slice(0, 64) } : {}),
        ...(page ? { page } : {}),
        ...(sort ? { sort: sort as 'newest' } : {}),
        pageSize: SIZE,
      },
    }),
  )
  const faults = [...wrongKind, ...answer.faults]
  const found = faults.length > 0 ? null : answer.found
  return data(
    { kind, found, faults, filters: found ? filtersOf(found.facets, filters) : [], compared: [], more: false },
    { status: found ? 200 : 400 },
  )
}

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, {
    description: '本县可租可售的厂房、可供的工业用地，以及企业求租求购的需求',
    rows: (args.loaderData?.found?.list ?? []).map((item: Item) => ({ name: item.title, path: itemPath(item.kind, item.id) })),
  })

/** 供需市场: four kinds in tabs; each is a list, which the map shows in another form. */
export default function SdMarket({ loaderData: { kind, found, faults, filters, compared, more } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const path = listOf(kind)
  if (compared.length > 0)
    return (
      <Suspense fallback={null}>
        <Compare items={compared} kind={kind} more={more} />
      </Suspense>
    )
  const all = [...filters, ...typedFilters, ...(faults.some((fault) => fault.path === 'kind') ? [kindFilter] : [])]
  const isMap = params.get('view') === 'map'
  const isSupply = marketKinds[kind].side === 'supply'
  const typed = typedWords(kind, params)
  return (
    <PublicList
      title="供需市场"
      path={path}
      total={found?.total ?? null}
      pageSize={SIZE}
      form={
        <>
          <nav aria-label="种类" style={{ marginTop: 16 }}>
            <ul className={styles.tabs}>
              {marketKindKeys.map((each) => (
                <li key={each}>
                  <a href={listOf(each)} aria-current={each === kind ? 'page' : undefined}>
                    {marketKinds[each].name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <MarketFilter kind={kind} faults={faults} />
          {typed && <p data-print="only">条件：{typed}</p>}
          {isMap && found && <MarketMap kind={kind} />}
        </>
      }
      aside={filters.length > 0 ? <Facets path={path} filters={filters} /> : undefined}
      sorts={found ? sortsOf(kind, params.has('near')) : []}
      usualSort="default"
      tools={
        <span className={styles.tools}>
          {isSupply && found && (
            <>
              <a href={withQuery(path, params, { view: isMap ? null : 'map', ...(isMap ? { box: null } : {}) })}>
                {isMap ? '收起地图' : '在地图上看'}
              </a>
              <form id="compare" method="get" action={MARKET}>
                <input type="hidden" name="kind" value={kind} />
                {[...params]
                  .filter(([key, value]) => value && key !== 'kind' && key !== 'compare')
                  .map(([key, value], n) => (
                    <input key={n} type="hidden" name={key} value={value} />
                  ))}
                <button className="btn btn-small" type="submit">
                  比较所选（最多 {COMPARED_MAX} 个）
                </button>
              </form>
            </>
          )}
          <Suspense fallback={null}>
            <KeptButton kind={kind} />
          </Suspense>
        </span>
      }
      nothing={<NoRows path={path} filters={all} faults={faults} />}
    >
      {found && found.list.length > 0 && (
        <ul style={{ padding: 0, margin: 0, listStyle: 'none' }}>
          {found.list.map((item) => (
            <MarketItem key={item.id} item={item} compare={isSupply} />
          ))}
        </ul>
      )}
    </PublicList>
  )
}
