import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messages } from '../../../contract/messages.ts'
import { withQuery } from '../address.ts'
import styles from './nothing-found.module.css'

interface Props {
  /** address of the list */
  path: string
  /** the filters that may narrow the list */
  filters?: readonly { name: string; keys: readonly string[] }[]
  /** shown first */
  head?: ReactNode
  /** addresses with more results, besides dropping a filter */
  wider?: readonly { label: string; changes: Record<string, string | null> }[]
  /** further links, each an `li` */
  children?: ReactNode
}

/** Shown when a public list has no rows: each active filter can be dropped alone, or all together. */
export function NothingFound({ path, filters = [], head, wider = [], children }: Props) {
  const [params] = useSearchParams()
  const used = filters.filter(({ keys }) => keys.some((key) => params.get(key)))
  const narrowed = [...params.keys()].some((key) => key !== 'page' && key !== 'sort')
  return (
    <div className={styles.nothing}>
      {head || <p className={styles.none}>{messages.tableEmpty}</p>}
      <ul>
        {wider.map(({ label, changes }) => (
          <li key={label}>
            <Link to={withQuery(path, params, changes)}>{label}</Link>
          </li>
        ))}
        {used.map(({ name, keys }) => (
          <li key={name}>
            <Link to={withQuery(path, params, Object.fromEntries(keys.map((key) => [key, null])))}>不限{name}</Link>
          </li>
        ))}
        {narrowed && (
          <li>
            <Link to={path}>清除全部条件</Link>
          </li>
        )}
        {children}
      </ul>
    </div>
  )
}
