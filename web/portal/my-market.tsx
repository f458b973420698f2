import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { marketKeeping } from '../../contract/market/keeping.ts'
import { marketKinds, marketStates } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import css from './operator.module.css'
import { Waiting } from './waiting.tsx'

/** The company's or person's offers and requests for land and workshops, with their state. */
export function MyMarket() {
  const query = useQuery({
    queryKey: ['landing', 'market'],
    queryFn: () => call(marketKeeping.mine, { query: { page: 1, pageSize: 5 } }, { silent: true }),
    retry: false,
  })
  return (
    <section className={css.panel} aria-labelledby="my-market">
      <h2 id="my-market">我的供需{query.data ? `（${query.data.total}）` : ''}</h2>
      <Waiting query={query} empty="还没有登记厂房、土地或需求。" count={query.data?.total} />
      <ul className={css.rows}>
        {query.data?.list.map((row) => (
          <li key={row.id}>
            <Link to={`${marketKinds[row.kind].own}?keyword=${encodeURIComponent(row.title.slice(0, 60))}`}>{row.title}</Link>
            <span>{row.staleDays === null ? marketKinds[row.kind].name : `已 ${row.staleDays} 天未确认`}</span>
            <StatusTag tone={marketStates.tones[row.reviewState as 0]}>{row.stateName}</StatusTag>
          </li>
        ))}
      </ul>
      {query.data?.total === 0 && <Link to="/page/sdmarket">看看供需市场</Link>}
    </section>
  )
}
