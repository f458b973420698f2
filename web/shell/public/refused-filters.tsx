import type { FilterFault } from './filter-faults.ts'
import { NothingFound } from './nothing-found.tsx'

const usualNames: Readonly<Record<string, string>> = { q: '关键词', keyword: '关键词', exact: '按原词搜索', sort: '排序', page: '页码' }

interface Props {
  /** address of the list */
  path: string
  /** the filters of the list, by whose names the faults are told */
  filters: readonly { name: string; keys: readonly string[] }[]
  faults: readonly FilterFault[]
}

/** In place of the rows when the server refuses filters of the address: which and why, and each can be dropped. */
export function RefusedFilters({ path, filters, faults }: Props) {
  const nameOf = (key: string) => filters.find(({ keys }) => keys.includes(key))?.name ?? usualNames[key] ?? key
  const isOfList = faults.some(({ path: key }) => key === 'page' || key === 'sort')
  return (
    <NothingFound
      path={path}
      filters={filters}
      head={
        <div role="alert">
          {faults.map(({ path: key, message }) => (
            <p key={key + message} className="field-error">
              {nameOf(key)}：{message}
            </p>
          ))}
        </div>
      }
      wider={isOfList ? [{ label: '从第一页看起', changes: { page: null, sort: null } }] : []}
    />
  )
}
