import { Link } from 'react-router'
import css from '../choose/choosing.module.css'

interface Props {
  sorts: readonly { value: string; label: string }[]
  value: string
  label?: string
  /** address of the list in this order: the choices are links, which work without script and can be shared */
  to?: (value: string) => string
  /** without `to`: the choices are buttons */
  onChange?: (value: string) => void
}

/** The orders of a list in one row, with the current one marked (spec §2 sort bar). No antd. */
export const SortBar = ({ sorts, value, label = '排序', to, onChange }: Props) => (
  <nav aria-label={label} className={css.sorts}>
    {sorts.map((s) =>
      to ? (
        <Link key={s.value} to={to(s.value)} aria-current={s.value === value ? 'true' : undefined} rel="nofollow">
          {s.label}
        </Link>
      ) : (
        <button key={s.value} type="button" aria-pressed={s.value === value} onClick={() => onChange?.(s.value)}>
          {s.label}
        </button>
      ),
    )}
  </nav>
)
