import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { trainingHome } from '../../contract/training/activity.ts'
import { trainingStatus, type TrainingStatus } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import css from './operator.module.css'
import { Waiting } from './waiting.tsx'

/** The latest activities in which the user enrolled, with their state. */
export function MyActivities() {
  const query = useQuery({
    queryKey: ['landing', 'activities'],
    queryFn: () => call(trainingHome.homeMyActivity, { query: { page: 1, pageSize: 5 } }, { silent: true }),
    retry: false,
  })
  return (
    <section className={css.panel} aria-labelledby="my-activities">
      <h2 id="my-activities">我参与的活动{query.data ? `（${query.data.total}）` : ''}</h2>
      <Waiting query={query} empty="还没有报名过活动。" count={query.data?.total} />
      <ul className={css.rows}>
        {query.data?.list.map((row) => (
          <li key={row.id}>
            <Link to={`/page/propagandaDetails?id=${row.id}`}>{row.title}</Link>
            <span className="num">{localMinute(row.startTime)}</span>
            <StatusTag tone={trainingStatus.tones[row.status as TrainingStatus]}>{row.statusName}</StatusTag>
          </li>
        ))}
      </ul>
      {query.data?.total ? <Link to="/work/myInvolved">查看全部活动</Link> : <Link to="/page/propagandaEventsList">看看有哪些活动</Link>}
    </section>
  )
}
