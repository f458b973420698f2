import { useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import type { PolicyFacets } from '../../contract/policy.ts'
import { listIn, toggled, withQuery } from '../shell/address.ts'
import { DEFAULT_STATUS } from './list-query.ts'
import styles from './facets.module.css'

const groups = [
  { key: 'policyDepId', facet: 'department', name: '部门' },
  { key: 'supportMode', facet: 'supportMode', name: '支持方式' },
  { key: 'level', facet: 'level', name: '级别' },
  { key: 'industry', facet: 'industry', name: '行业' },
  { key: 'labelId', facet: 'label', name: '标签' },
] as const
const SHOWN = 6

/** Filters with counts; every choice is a link, so it works without script and can be shared. A drawer on narrow screens. */
export function Facets({ path, facets }: { path: string; facets: PolicyFacets }) {
  const [params] = useSearchParams()
  const status = params.get('status') ?? DEFAULT_STATUS
  const chosen = groups.flatMap(({ key, facet, name }) =>
    listIn(params, key).map((value) => ({
      key,
      value,
      name,
      label: facets[facet].find((f) => f.value === value)?.label ?? value,
    })),
  )
  const dates = (['startTime', 'endTime', 'deadlineStart', 'deadlineEnd'] as const).filter((key) => params.get(key))
  return (
    <aside className={styles.facets} aria-label="筛选条件">
      <details className={styles.drawer}>
        <summary className="btn btn-block">
          筛选{chosen.length + dates.length > 0 ? `（已选 ${chosen.length + dates.length}）` : ''}
        </summary>
        <div className={`card ${styles.body}`}>
          {(chosen.length > 0 || dates.length > 0) && (
            <div className={styles.chosen}>
              {chosen.map(({ key, value, name, label }) => (
                <Link
                  key={key + value}
                  className="tag tag-info"
                  to={withQuery(path, params, { [key]: toggled(listIn(params, key), value) })}
                >
                  {name}：{label} <span aria-hidden="true">✕</span>
                  <span className="visually-hidden">（取消）</span>
                </Link>
              ))}
              {dates.map((key) => (
                <Link key={key} className="tag tag-info" to={withQuery(path, params, { [key]: null })}>
                  {{ startTime: '发布自', endTime: '发布至', deadlineStart: '截止自', deadlineEnd: '截止至' }[key]} {params.get(key)}{' '}
                  <span aria-hidden="true">✕</span>
                  <span className="visually-hidden">（取消）</span>
                </Link>
              ))}
              <Link className={styles.clear} to={withQuery(path, new URLSearchParams(params.get('q') ? { q: params.get('q')! } : {}), {})}>
                清除全部
              </Link>
            </div>
          )}
          <fieldset className={styles.group}>
            <legend>申报状态</legend>
            <ul>
              <Choice
                to={withQuery(path, params, { status: null })}
                on={status === DEFAULT_STATUS}
                label="可申报"
                count={sum(facets, ['open'])}
                single
              />
              <Choice
                to={withQuery(path, params, { status: 'closing' })}
                on={status === 'closing'}
                label="即将截止（7 天内）"
                count={sum(facets, ['closing'])}
                single
              />
              <Choice
                to={withQuery(path, params, { status: 'notYet' })}
                on={status === 'notYet'}
                label="未开始"
                count={sum(facets, ['notYet'])}
                single
              />
              <Choice
                to={withQuery(path, params, { status: 'closed' })}
                on={status === 'closed'}
                label="已截止"
                count={sum(facets, ['closed'])}
                single
              />
              <Choice
                to={withQuery(path, params, { status: 'repealed' })}
                on={status === 'repealed'}
                label="已废止"
                count={sum(facets, ['repealed'])}
                single
              />
              <Choice
                to={withQuery(path, params, { status: 'all' })}
                on={status === 'all'}
                label="不限"
                count={sum(facets, ['open', 'notYet', 'closed', 'repealed'])}
                single
              />
            </ul>
          </fieldset>
          {groups.map(({ key, facet, name }) => (
            <Group key={key} name={name} path={path} queryKey={key} items={facets[facet]} />
          ))}
          <Dates path={path} name="发布时间" from="startTime" to="endTime" />
          <Dates path={path} name="截止时间" from="deadlineStart" to="deadlineEnd" />
        </div>
      </details>
    </aside>
  )
}

const sum = (facets: PolicyFacets, values: string[]) =>
  facets.status.filter((f) => values.includes(f.value)).reduce((n, f) => n + f.count, 0)

function Group({
  name,
  path,
  queryKey,
  items,
}: {
  name: string
  path: string
  queryKey: string
  items: { value: string; label: string; count: number }[]
}) {
  const [params] = useSearchParams()
  const [all, setAll] = useState(false)
  const list = listIn(params, queryKey)
  const sorted = items.toSorted((a, b) => b.count - a.count)
  const shown = all ? sorted : sorted.filter((item, i) => i < SHOWN || list.includes(item.value))
  if (items.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      <ul>
        {shown.map((item) => (
          <Choice
            key={item.value}
            to={withQuery(path, params, { [queryKey]: toggled(list, item.value) })}
            on={list.includes(item.value)}
            label={item.label}
            count={item.count}
          />
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

function Choice({ to, on, label, count, single = false }: { to: string; on: boolean; label: string; count: number; single?: boolean }) {
  return (
    <li>
      <Link to={to} className={styles.choice} aria-current={on ? 'true' : undefined} rel="nofollow">
        <span className={`${styles.box} ${single ? styles.round : ''}`} aria-hidden="true">
          {on ? (single ? '●' : '✓') : ''}
        </span>
        <span>{label}</span>
        <span className={styles.count}>{count}</span>
      </Link>
    </li>
  )
}

function Dates({ path, name, from, to }: { path: string; name: string; from: string; to: string }) {
  const [params] = useSearchParams()
  const kept = [...params].filter(([key]) => ![from, to, 'page'].includes(key))
  return (
    <Form action={path} method="get" className={styles.group}>
      {kept.map(([key, value], i) => (
        <input key={i} type="hidden" name={key} value={value} />
      ))}
      <fieldset>
        <legend>{name}</legend>
        <div className={styles.dates}>
          <label>
            <span className="visually-hidden">{name}起</span>
            <input className="field" type="date" name={from} defaultValue={params.get(from) ?? ''} />
          </label>
          <span aria-hidden="true">至</span>
          <label>
            <span className="visually-hidden">{name}止</span>
            <input className="field" type="date" name={to} defaultValue={params.get(to) ?? ''} />
          </label>
        </div>
        <button className="btn btn-small" type="submit">
          按{name}筛选
        </button>
      </fieldset>
    </Form>
  )
}
