import type { Route } from './+types/propaganda-events-list'
import { activity, type ActivityItem as Item } from '../../contract/training/activity.ts'
import { activityTypes, publicStatuses, trainingStatus } from '../../contract/training/states.ts'
import { servicesContext } from '../context.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { queryOf } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { listMeta } from '../shell/public/public-meta.ts'
import { PublicList } from '../shell/public/public-list.tsx'
import { FilterForm } from '../shell/public/filter-form.tsx'
import { ActivityItem } from './activity-item.tsx'
import { activityPath, EVENTS } from './addresses.ts'
import { lastDay, monthOf } from './months.ts'

const MonthGrid = lazyPart(() => import('./month-grid.tsx').then((m) => m.MonthGrid))
const NothingFound = lazyPart(() => import('../shell/public/nothing-found.tsx').then((m) => m.NothingFound))
const SIZE = 10
/** maximum number of activities of a month */
const MOST = 100
const picks = [
  { name: '类型', keys: ['type'], options: activityTypes.map((type) => ({ value: type, label: type })) },
  { name: '状态', keys: ['status'], options: publicStatuses.map((code) => ({ value: String(code), label: trainingStatus.labels[code] })) },
  { name: '报名', keys: ['open'], options: [{ value: '1', label: '还能报名' }] },
] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const { q, month: wish, ...asked } = queryOf(request.url, ['q', 'type', 'status', 'open', 'page', 'month'])
  const month = monthOf(wish)
  const thisMonth = localMinute(new Date().toISOString()).slice(0, 7)
  if (month !== null) {
    const days = { startTime: `${month}-01`, endTime: lastDay(month) }
    return { month, thisMonth, found: await call(activity.list, { query: { ...days, pageSize: MOST } }) }
  }
  return {
    month,
    thisMonth,
    found: await call(activity.list, { query: { ...asked, ...(q ? { keyword: q.slice(0, 64) } : {}), pageSize: SIZE } }),
  }
}

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, {
    description: '培训、讲座、沙龙、路演和对接会，按类型和状态查找',
    rows: (args.loaderData?.found.list ?? []).map((item: Item) => ({ name: item.title, path: activityPath(item.id) })),
  })

/** 活动列表: coming activities, the next one first. */
export default function PropagandaEventsList({ loaderData: { found, month, thisMonth } }: Route.ComponentProps) {
  if (month !== null)
    return (
      <div className="container" style={{ paddingBlock: 24 }}>
        <h1>活动月历</h1>
        <p style={{ marginBlock: 8 }}>
          <a href={EVENTS}>改看列表</a>
        </p>
        <MonthGrid month={month} items={found.list} />
      </div>
    )
  return (
    <PublicList
      title="活动列表"
      path={EVENTS}
      total={found.total}
      pageSize={SIZE}
      form={<FilterForm path={EVENTS} word={{ label: '活动名称', placeholder: '名称或简介' }} picks={picks} />}
      tools={<a href={`${EVENTS}?month=${thisMonth}`}>按月查看</a>}
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
