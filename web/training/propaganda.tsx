import type { Route } from './+types/propaganda'
import { activity, type ActivityItem as Item } from '../../contract/training/activity.ts'
import { live, trainInfo } from '../../contract/training/info.ts'
import { trainingStatus } from '../../contract/training/states.ts'
import { servicesContext } from '../context.ts'
import { listMeta } from '../shell/public/public-meta.ts'
import { ActivityItem } from './activity-item.tsx'
import { activityPath, EVENTS } from './addresses.ts'
import { Lives, Reports } from './publicity.tsx'
import styles from './training.module.css'

const SIZE = 5
const { ended, toEvaluate, eventAhead, eventRunning, delayed, enrolmentAhead } = trainingStatus.code

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const [open, ahead, over, reports, lives] = await Promise.all([
    call(activity.list, { query: { open: 1, pageSize: SIZE } }),
    call(activity.list, { query: { status: [enrolmentAhead, eventAhead, eventRunning, delayed].join(','), pageSize: SIZE } }),
    call(activity.list, { query: { status: [ended, toEvaluate].join(','), pageSize: SIZE } }),
    call(trainInfo.list, { query: { pageSize: SIZE } }),
    call(live.list, { query: { pageSize: SIZE } }),
  ])
  return { open, ahead, over, reports: reports.list, lives: lives.list }
}

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, {
    description: '面向本县企业的培训、讲座、沙龙、路演和对接会：正在报名的、即将举办的和办过的',
    rows: (args.loaderData?.open.list ?? []).map((item: Item) => ({ name: item.title, path: activityPath(item.id) })),
  })

/** 培训宣传: activities open for enrolment, coming activities, and finished ones. */
export default function Propaganda({ loaderData: { open, ahead, over, reports, lives } }: Route.ComponentProps) {
  const parts = [
    { id: 'open', name: '正在报名', found: open, to: `${EVENTS}?open=1`, none: '现在没有正在报名的活动，新活动会在这里公布。' },
    { id: 'ahead', name: '即将举办', found: ahead, to: `${EVENTS}?status=${eventAhead}`, none: '没有即将举办的活动。' },
    { id: 'over', name: '往期活动', found: over, to: `${EVENTS}?status=${ended}`, none: '还没有办过的活动。' },
  ]
  return (
    <div className="container" style={{ paddingBlock: 24 }}>
      <h1>培训宣传</h1>
      <p className="meta" style={{ marginBlock: 8 }}>
        活动面向本县企业和个人，报名后可以在“我参与的活动”里查看和取消。
        <a className="in-text" href={EVENTS}>
          查看全部活动
        </a>
      </p>
      <ul className={styles.lists}>
        {parts.map(({ id, name, found, to, none }) => (
          <li key={id}>
            <section aria-labelledby={id} className={`card ${styles.block}`}>
              <h2 id={id}>
                {name}
                {found.total > SIZE && (
                  <a href={to}>
                    全部 {found.total} 场<span className="visually-hidden">：{name}</span>
                  </a>
                )}
              </h2>
              {found.list.length === 0 ? (
                <p className="meta">{none}</p>
              ) : (
                <ul style={{ padding: 0, margin: 0, listStyle: 'none' }}>
                  {found.list.map((item) => (
                    <ActivityItem key={item.id} item={item} />
                  ))}
                </ul>
              )}
            </section>
          </li>
        ))}
        {lives.length > 0 && (
          <li>
            <section aria-labelledby="live" className={`card ${styles.block}`}>
              <h2 id="live">直播</h2>
              <Lives list={lives} />
            </section>
          </li>
        )}
        {reports.length > 0 && (
          <li>
            <section aria-labelledby="reports" className={`card ${styles.block}`}>
              <h2 id="reports">宣传报道</h2>
              <Reports list={reports} />
            </section>
          </li>
        )}
      </ul>
    </div>
  )
}
