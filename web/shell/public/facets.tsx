import { useId, useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { listIn, toggled, withQuery } from '../address.ts'
import type { FilterFault } from './filter-faults.ts'
import type { Filter, FilterOption } from './filters.ts'
import styles from './facets.module.css'

/** Number of choices shown at first; selected ones are always shown. */
const SHOWN = 6

interface Props {
  /** address of the list */
  path: string
  filters: readonly Filter[]
  /** what the server refuses of the typed ones */
  faults?: readonly FilterFault[]
}

/**
 * Filters beside a public list, with counts. Every choice is a link, so it works without scripts and can be shared. A drawer on narrow
 * screens.
 */
export function Facets({ path, filters, faults = [] }: Props) {
  const [params] = useSearchParams()
  const chosen = filters.flatMap((filter) => chosenOf(filter, params))
  const q = params.get('q')
  return (
    <aside className={styles.facets} aria-label="筛选条件">
      <Chips path={path} filters={filters} chosen={chosen} />
      <details className={styles.drawer}>
        <summary className="btn btn-block">筛选{chosen.length > 0 ? `（已选 ${chosen.length}）` : ''}</summary>
        <div className={`card ${styles.body}`}>
          {chosen.length > 0 && (
            <div className={styles.chosen}>
              {chosen.map(({ key, without, text }) => (
                <Link key={key + text} className="tag tag-info" to={withQuery(path, params, { [key]: without })}>
                  {text} <span aria-hidden="true">✕</span>
                  <span className="visually-hidden">（取消）</span>
                </Link>
              ))}
              <Link className={styles.clear} to={withQuery(path, new URLSearchParams(q ? { q } : {}), {})}>
                清除全部
              </Link>
            </div>
          )}
          {filters.map((filter) =>
            filter.kind === 'days' ? (
              <Days key={filter.name} path={path} filter={filter} faults={faults} />
            ) : (
              <Choices key={filter.name} path={path} filter={filter} />
            ),
          )}
        </div>
      </details>
    </aside>
  )
}

/** Number of choices per filter shown above the rows on a narrow screen, where the filter list is folded. */
const CHIPS_EACH = 3

function Chips({ path, filters, chosen }: Omit<Props, 'faults'> & { chosen: ReturnType<typeof chosenOf> }) {
  const [params] = useSearchParams()
  const offered = filters.flatMap((filter) => {
    if (filter.kind !== 'many') return []
    const [key] = filter.keys
    const list = listIn(params, key)
    return filter.options
      .filter((item) => item.count && !list.includes(item.value))
      .toSorted((a, b) => b.count! - a.count!)
      .slice(0, CHIPS_EACH)
      .map((item) => ({ item, to: withQuery(path, params, { [key]: toggled(list, item.value) }) }))
  })
  return (
    <ul className={styles.chips} aria-label="快速筛选">
      {chosen.map(({ key, without, text }) => (
        <li key={key + text}>
          <Link className={`tag tag-info ${styles.chip}`} to={withQuery(path, params, { [key]: without })}>
            {text} <span aria-hidden="true">✕</span>
            <span className="visually-hidden">（取消）</span>
          </Link>
        </li>
      ))}
      {offered.map(({ item, to }) => (
        <li key={to}>
          <Link className={`tag ${styles.chip}`} to={to} rel="nofollow">
            {item.label} <span className="num">{item.count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The selected values of a filter, each with the key's value without it. A filter that always has one value has nothing to remove. */
function chosenOf(filter: Filter, params: URLSearchParams): { key: string; without: string | null; text: string }[] {
  if (filter.kind === 'one') return []
  if (filter.kind === 'days')
    return filter.keys.flatMap((key, i) => {
      const day = params.get(key)
      return day ? [{ key, without: null, text: `${filter.words[i]} ${day}` }] : []
    })
  const [key] = filter.keys
  const list = listIn(params, key)
  return list.map((value) => ({
    key,
    without: toggled(list, value),
    text: `${filter.name}：${filter.options.find((o) => o.value === value)?.label ?? value}`,
  }))
}

function Choices({ path, filter }: { path: string; filter: Exclude<Filter, { kind: 'days' }> }) {
  const [params] = useSearchParams()
  const [all, setAll] = useState(false)
  const [key] = filter.keys
  const single = filter.kind === 'one'
  const list = single ? [params.get(key) ?? filter.usual] : listIn(params, key)
  const to = ({ value }: FilterOption) =>
    withQuery(path, params, { [key]: filter.kind === 'many' ? toggled(list, value) : value === filter.usual ? null : value })
  const sorted = single ? filter.options : filter.options.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
  const shown = single || all ? sorted : sorted.filter((item, i) => i < SHOWN || list.includes(item.value))
  if (sorted.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{filter.name}</legend>
      <ul>
        {shown.map((item) => (
          <Choice key={item.value} to={to(item)} on={list.includes(item.value)} item={item} single={single} />
        ))}
      </ul>
      {sorted.length > shown.length && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          更多（{sorted.length - shown.length}）
        </button>
      )}
    </fieldset>
  )
}

function Choice({ to, on, item, single }: { to: string; on: boolean; item: FilterOption; single: boolean }) {
  return (
    <li>
      <Link to={to} className={styles.choice} aria-current={on ? 'true' : undefined} rel="nofollow">
        <span className={`${styles.box} ${single ? styles.round : ''}`} aria-hidden="true">
          {on ? (single ? '●' : '✓') : ''}
        </span>
        <span>{item.label}</span>
        {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
      </Link>
    </li>
  )
}

interface DaysProps {
  path: string
  filter: Extract<Filter, { kind: 'days' }>
  faults: readonly FilterFault[]
}
function Days({ path, filter: { name, keys }, faults }: DaysProps) {
  const [params] = useSearchParams()
  const id = useId()
  const kept = [...params].filter(([key]) => ![...keys, 'page'].includes(key))
  const fault = faults.find((one) => keys.includes(one.path))
  const day = (key: string, end: string) => (
    <label>
      <span className="visually-hidden">
        {name}
        {end}
      </span>
      <input
        className="field"
        type="date"
        name={key}
        defaultValue={params.get(key) ?? ''}
        aria-invalid={fault?.path === key || undefined}
        aria-describedby={fault?.path === key ? id : undefined}
      />
    </label>
  )
  return (
    <Form action={path} method="get" className={styles.group}>
      {kept.map(([key, value], i) => (
        <input key={i} type="hidden" name={key} value={value} />
      ))}
      <fieldset>
        <legend>{name}</legend>
        <div className={styles.dates}>
          {day(keys[0], '起')}
          <span aria-hidden="true">至</span>
          {day(keys[1], '止')}
        </div>
        {fault && (
          <p id={id} className="field-error">
            {fault.message}
          </p>
        )}
        <button className="btn btn-small" type="submit">
          按{name}筛选
        </button>
      </fieldset>
    </Form>
  )
}
