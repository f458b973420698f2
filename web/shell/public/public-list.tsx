import type { ReactNode } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { cutQuestion, isCut, TOO_LONG, withQuery } from '../address.ts'
import { Pager } from '../pager.tsx'
import { SearchBox } from '../search-box.tsx'
import { SortBar } from '../../kit/table/sort-bar.tsx'
import facets from './facets.module.css'
import filters from './filter-form.module.css'
import styles from './list.module.css'

interface Props {
  title: string
  /** address of the list */
  path: string
  /** null: not asked, because a filter is refused */
  total: number | null
  pageSize: number
  /** a line below the title: content and order of the list */
  lead?: ReactNode
  /** a search field, which sends `q` */
  search?: { id: string; placeholder: string; suggest?: boolean }
  /** a form above the list */
  form?: ReactNode
  /** filters beside the list */
  aside?: ReactNode
  /** the offered orders; `relevance` only with search words */
  sorts?: readonly { value: string; label: string }[]
  /** the default order; with words it is `relevance`, when offered */
  usualSort?: string
  /** further actions, beside the number of rows */
  tools?: ReactNode
  /** shown above the rows, also when there are none */
  before?: ReactNode
  /** shown when there are no rows */
  nothing: ReactNode
  /** the rows of this page; nothing when there are none */
  children?: ReactNode
}

/**
 * A public list: title, search, filters, number of rows, order, rows, pages. The state is in the address and works without scripts; no
 * antd.
 */
export function PublicList({
  title,
  path,
  total,
  pageSize,
  lead,
  search,
  form,
  aside,
  sorts = [],
  usualSort = '',
  tools,
  before,
  nothing,
  children,
}: Props) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  const typed = params.get('q') ?? ''
  const q = cutQuestion(typed)
  const counted = total === null ? '条件不对，没有查询' : `共 ${total} 条`
  const offered = sorts.filter(({ value }) => value !== 'relevance' || q)
  const usual = offered.some(({ value }) => value === 'relevance') ? 'relevance' : usualSort
  const results = (
    <section aria-labelledby="list-head" aria-busy={busy} className={`card ${styles.results} ${aside ? '' : styles.alone}`}>
      <div className={styles.head}>
        <h2 id="list-head" className={styles.count}>
          {counted}
        </h2>
        <span className="visually-hidden" role="status">
          {busy ? '正在查询' : `${q ? `“${q}” ` : ''}${counted}`}
        </span>
        {tools}
        {offered.length > 0 && (
          <SortBar sorts={offered} value={params.get('sort') ?? usual} to={(sort) => withQuery(path, params, { sort })} />
        )}
      </div>
      {isCut(typed) && <p role="status">{TOO_LONG}。</p>}
      {before}
      {children || nothing}
      <Pager total={total ?? 0} pageSize={pageSize} label={`${title}分页`} />
    </section>
  )
  return (
    <div className={`container ${styles.page}`}>
      <h1>{title}</h1>
      {lead && <p className="meta">{lead}</p>}
      {search && (
        <div className={styles.search}>
          <SearchBox {...search} size="large" action={path} label="搜索" defaultValue={typed} />
        </div>
      )}
      {form && <div className={filters.place}>{form}</div>}
      {aside ? (
        <div className={styles.columns}>
          <div className={facets.place}>{aside}</div>
          {results}
        </div>
      ) : (
        results
      )}
    </div>
  )
}
