import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { appealCodes } from '../../contract/appeal/states.ts'
import { appealHome } from '../../contract/appeal/cases.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import css from './operator.module.css'
import { Waiting } from './waiting.tsx'

/** The latest appeals of the company or person, with their state. */
export function MyAppeals() {
  const query = useQuery({
    queryKey: ['landing', 'appeals'],
    queryFn: () => call(appealHome.homeMyAppeal, { query: { page: 1, pageSize: 5 } }, { silent: true }),
    retry: false,
  })
  return (
    <section className={css.panel} aria-labelledby="my-appeals">
      <h2 id="my-appeals">我的诉求{query.data ? `（${query.data.total}）` : ''}</h2>
      <Waiting query={query} empty="还没有提过诉求。遇到困难可以点“提诉求”。" count={query.data?.total} />
      <ul className={css.rows}>
        {query.data?.list.map((row) => (
          <li key={row.id}>
            <Link to={`/work/myAppeal?id=${row.id}`}>{row.title}</Link>
            <span>{row.officeName ?? '尚未转办'}</span>
            <StatusTag tone={appealCodes.tones[row.state as keyof typeof appealCodes.tones]}>{row.stateName}</StatusTag>
          </li>
        ))}
      </ul>
      {(query.data?.total ?? 0) > 0 && <Link to="/work/myAppeal">查看全部诉求</Link>}
    </section>
  )
}
