import { useQuery } from '@tanstack/react-query'
import { homeData } from '../../contract/policy/home.ts'
import { call } from '../api.ts'
import css from './operator.module.css'
import { Waiting } from './waiting.tsx'

const SHOWN = 6

/** The county's open declarations, as on the home page, the nearest deadline first. */
export function OpenNow() {
  const query = useQuery({
    queryKey: ['landing', 'open-now'],
    queryFn: () => call(homeData.view, { query: {} }, { silent: true }),
    staleTime: 60_000,
    retry: false,
  })
  const section = query.data?.sections.find(({ code }) => code === 'closing')
  if (query.data && !section) return null
  return (
    <section className={css.panel} aria-labelledby="open-now">
      <h2 id="open-now">{section?.label ?? '本县正在申报'}</h2>
      <Waiting query={query} empty="目前没有开放申报的项目。" count={section?.rows.length} />
      <ul className={css.rows}>
        {section?.rows.slice(0, SHOWN).map((row) => (
          <li key={row.url + row.title}>
            <a href={row.url}>{row.title}</a>
            <span>{row.cells[0]}</span>
            <span className="num">{row.note}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
