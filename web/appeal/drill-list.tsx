import { Link } from 'react-router'
import css from '../kit/figures.module.css'

interface Figures {
  names: readonly string[]
  series: readonly { values: readonly (number | null)[] }[]
  to?: readonly (string | null)[] | undefined
}

/** Links to the records behind each bar of a chart. */
export function DrillList({ title, figures: { names, series, to = [] } }: { title: string; figures: Figures }) {
  const linked = names.flatMap((name, at) => (to[at] ? [{ name, to: to[at], count: series[0]?.values[at] ?? 0 }] : []))
  if (linked.length === 0) return null
  return (
    <details className={css.note}>
      <summary>{title}</summary>
      <ul>
        {linked.map((one) => (
          <li key={one.name}>
            <Link to={one.to}>
              {one.name}（{one.count} 件）
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
