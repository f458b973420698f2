import type { Route } from './+types/propaganda-events-list'
import { activity } from '../../contract/training/activity.ts'
import { activityTypes, onlineOptions, publicStatuses, trainingStatus } from '../../contract/training/states.ts'
import { servicesContext } from '../context.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { queryOf } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { listMeta, titled } from '../shell/public/public-meta.ts'
import { PublicList } from '../shell/public/public-list.tsx'
import { ActivityItem } from './activity-item.tsx'
import { activityPath, EVENTS } from './addresses.ts'
import { lastDay, monthOf } from './months.ts'

const FilterForm = lazyPart(() => import('../shell/public/filter-form.tsx').then((m) => m.FilterForm))
const MonthGrid = lazyPart(() => import('./month-grid.tsx').then((m) => m.MonthGrid))
const NothingFound = lazyPart(() => import('../shell/public/nothing-found.tsx').then((m) => m.NothingFound))
const SIZE = 10
/** maximum number of activities of a month */
const MOST = 100
const picksOf = (streets: readonly { value: string; label: string }[]) =>
  [
    { name: '类型', keys: ['type'], options: activityTypes.map((type) => ({ value: type, label: type })) },
    {
      name: '状态',
      keys: ['status'],
      options: publicStatuses.map((code) => ({ value: String(code), label: trainingStatus.labels[code] })),
    },
    { name: '方式', keys: ['online'], options: onlineOptions },
    { name: '镇街', keys: ['streetId'], options: streets },
    { name: '报名', keys: ['open'], options: [{ value: '1', label: '还能报名' }] },
  ] as const

/** Filters that list and month view share. */
const shared = ['q', 'type', 'status', 'online', 'streetId', 'open'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const { month: wish, page, ...filters } = queryOf(request.url, [...shared, 'page', 'month'])
  const { q, ...asked } = filters
  const narrowed = { ...asked, ...(q ? { keyword: q.slice(0, 64) } : {}) }
  const month = monthOf(wish)
  const thisMonth = localMinute(new Date().toISOString()).slice(0, 7)
  if (month !== null) {
    const days = { startTime: `${month}-01`, endTime: lastDay(month) }
    return { month, thisMonth, filters, streets: [], found: await call(activity.list, { query: { ...narrowed, ...days, pageSize: MOST } }) }
  }
  const [found, { street }] = await Promise.all([
    call(activity.list, { query: { ...narrowed, ...(page ? { page } : {}), pageSize: SIZE } }),
    call(activity.enums, { query: {} }),
  ])
  return { month, thisMonth, filters, streets: street, found }
}

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, {
    description: '培训、讲座、沙龙、路演和对接会，按类型、状态、方式和镇街查找',
    rows: titled(args.loaderData?.found, activityPath),
  })

/** 活动列表: coming activities, the next one first. */
export default function PropagandaEventsList({ loaderData: { found, month, thisMonth, filters, streets } }: Route.ComponentProps) {
  const picks = picksOf(streets)
  const addressOf = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...filters, ...more }).toString()
    return query === '' ? EVENTS : `${EVENTS}?${query}`
  }
  if (month !== null)
    return (
      <div className="container" style={{ paddingBlock: 24 }}>
        <h1>活动月历</h1>
        <p style={{ marginBlock: 8 }}>
          <a href={addressOf({})}>改看列表</a>
          {Object.keys(filters).length > 0 && (
            <>
              {'　只显示符合筛选的活动，'}
              <a href={`${EVENTS}?month=${month}`}>显示全部</a>
            </>
          )}
          {found.total > MOST && `　这个月有 ${found.total} 场，只显示其中 ${MOST} 场`}
        </p>
        <MonthGrid month={month} items={found.list} address={(other) => addressOf({ month: other })} />
      </div>
    )
  return (
    <PublicList
      title="活动列表"
      path={EVENTS}
      total={found.total}
      pageSize={SIZE}
      form={<FilterForm path={EVENTS} word={{ label: '活动名称', placeholder: '名称或简介' }} picks={picks} />}
      tools={<a href={addressOf({ month: thisMonth })}>按月查看</a>}
      nothing={<NothingFound path={EVENTS} filters={picks} />}
    >
      {found.list.length > 0 && (
        <ul>
          {found.list.map((item) => (
            <ActivityItem key={item.id} item={item} />
          ))}
        </ul>
      )}
    </PublicList>
  )
}
