import { Link } from 'react-router'
import type { Figure } from '../../contract/work.ts'
import css from './operator.module.css'

/** The statistics of one group, each with a link to its list. */
export const Figures = ({ group, figures }: { group: string; figures: readonly Figure[] }) => (
  <section className={css.panel} aria-label={group}>
    <h2>{group}</h2>
    <dl className={css.facts}>
      {figures.map((f) => (
        <div key={f.label}>
          <dt>{f.label}</dt>
          <dd>{f.to === null ? `${f.value} ${f.unit}` : <Link to={f.to}>{`${f.value} ${f.unit}`}</Link>}</dd>
        </div>
      ))}
    </dl>
  </section>
)
