import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staleness, staleStates } from '../../contract/staleness.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import css from './staleness.module.css'

const kindOptions = {
  key: 'stale-kinds',
  load: async () =>
    (await call(staleness.list, { query: { pageSize: 1 } }, { silent: true })).kinds.map(({ kind, name }) => ({
      label: name,
      value: kind,
    })),
}
const columns = fieldsOf(
  staleness.list,
  { key: 'kind', label: '类别', on: ['search'], kind: 'select', options: kindOptions },
  {
    key: 'state',
    label: '状态',
    on: ['search'],
    kind: 'select',
    options: Object.entries(staleStates).map(([value, label]) => ({ value, label })),
  },
  { key: 'title', label: '内容', on: ['table'], width: 300, card: 'title', show: (row) => <Link to={row.to}>{row.title}</Link> },
  { key: 'kindName', label: '类别', on: ['table'], width: 140 },
  {
    key: 'state',
    label: '状态',
    on: ['table'],
    width: 150,
    show: (row) => (
      <StatusTag tone={row.state === 'due' ? 'urgent' : 'waiting'}>
        {row.overdueDays > 0 ? `超期 ${row.overdueDays} 天` : row.overdueDays === 0 ? '今天到期' : `还有 ${-row.overdueDays} 天`}
      </StatusTag>
    ),
  },
  { key: 'lastDay', label: '上次更新', on: ['table'], width: 120, show: (row) => <span className="num">{row.lastDay ?? '从未'}</span> },
  { key: 'dueDay', label: '应在此日前', on: ['table'], width: 120, show: (row) => <span className="num">{row.dueDay}</span> },
  {
    key: 'officeName',
    label: '由谁处理',
    on: ['table'],
    width: 200,
    show: (row) => (row.officeName ? `${row.officeName}（${row.keeper}）` : `有“${row.keeper}”权限的人员`),
  },
  { key: 'note', label: '说明', on: ['table'], width: 240 },
)
const criteria = searchFields(columns)
const shape = searchShape(criteria)

/** 内容更新: content of the site that was not updated in time, with the office responsible for it. */
export default function Staleness() {
  const sum = useQuery({
    queryKey: ['staleness', 'sum'],
    queryFn: () => call(staleness.list, { query: { pageSize: 1 } }, { silent: true }),
    retry: false,
  })
  return (
    <>
      {sum.data && sum.data.kinds.length > 0 && (
        <ul className={css.sum} aria-label="各类内容">
          {sum.data.kinds.map(({ kind, name, limit, due, soon }) => (
            <li key={kind}>
              <Link to={`/work/staleness?kind=${kind}`}>{name}</Link>
              <span className="num">{`到期 ${due} · 即将 ${soon}`}</span>
              <span className="meta">{limit}</span>
            </li>
          ))}
        </ul>
      )}
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name="staleness"
        fields={columns}
        shape={shape}
        endpoint={staleness.list}
        first="没有到期或即将到期的内容。首页、政策、咨询和留言超过规定期限没有更新或答复时列在这里。"
      />
    </>
  )
}
