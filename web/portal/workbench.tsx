import { useQuery } from '@tanstack/react-query'
import { TODOS_KEY } from '../kit/todos-key.ts'
import { Link, useSearchParams } from 'react-router'
import { notice } from '../../contract/notice.ts'
import { work, type TodoKind } from '../../contract/work.ts'
import { call } from '../api.ts'
import { DueMark } from '../kit/date/due-mark.tsx'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { useMenus, useUser } from '../session.ts'
import { trailTo } from '../shell/work-rights.ts'
import { Figures } from './figures.tsx'
import css from './operator.module.css'
import { byDeadline, daysSince, mostPressing } from './todo-order.ts'
import table from './today.module.css'
import { Waiting } from './waiting.tsx'
import own from './workbench.module.css'

const MOST_PRESSING = 10
const NEWEST = 5
const scopes = [
  ['office', '本部门'],
  ['mine', '由我办理'],
] as const

/**
 * /work/workbench: open tasks of the office or of the user by area of work, late and old ones first; tasks by person; statistics and
 * notices.
 */
export default function Workbench() {
  const user = useUser()
  const menus = useMenus()
  const [params, setParams] = useSearchParams()
  const scope = params.get('scope') === 'mine' ? 'mine' : 'office'
  const opens = (to: string) => trailTo(menus, to.split('?')[0]!).length > 0
  const todos = useQuery({
    queryKey: [...TODOS_KEY, scope],
    queryFn: () => call(work.list, { query: { scope } }, { silent: true }),
    staleTime: 0,
    retry: false,
  })
  const overview = useQuery({
    queryKey: ['work', 'overview'],
    queryFn: () => call(work.overview, { query: {} }, { silent: true }),
    retry: false,
  })
  const kinds = todos.data?.list.filter((t) => opens(t.to) && t.count !== 0) ?? []
  const first = byDeadline(kinds).slice(0, MOST_PRESSING)
  const figures = overview.data?.items.filter((f) => f.to === null || opens(f.to)) ?? []
  return (
    <>
      <div className={own.head}>
        <h1 className={css.title}>综合工作台</h1>
        {user?.officeName && <span className="meta">{user.officeName}</span>}
        <div role="group" aria-label="范围" className={own.scopes}>
          {scopes.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={scope === value}
              onClick={() => setParams(value === 'mine' ? { scope: value } : {}, { replace: true })}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <section className={css.panel} aria-labelledby="workbench-todo">
        <h2 id="workbench-todo">{scope === 'mine' ? '等我办理' : '本部门待办'}</h2>
        <Waiting
          query={todos}
          empty={scope === 'mine' ? '没有指名由您办理的事项；领取申报、转交给您的咨询会列在这里。' : '本部门目前没有待办事项。'}
          count={kinds.length}
        />
        {kinds.length > 0 && <Kinds kinds={kinds} />}
      </section>
      {first.length > 0 && (
        <section className={css.panel} aria-labelledby="workbench-first">
          <h2 id="workbench-first">最先办理</h2>
          <ul className={`${css.rows} ${own.list}`}>
            {first.map(({ kind, row }) => (
              <li key={`${kind.kind}-${row.id}`}>
                <Link to={row.to}>{row.title}</Link>
                <span>{[kind.group, row.about].filter(Boolean).join(' · ')}</span>
                {row.deadline ? (
                  <DueMark deadline={row.deadline} workdaysLeft={row.workdaysLeft} />
                ) : (
                  <span className="num">{localMinute(row.since)}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {[...new Set(figures.map((f) => f.group))].map((group) => (
        <Figures key={group} group={group} figures={figures.filter((f) => f.group === group)} />
      ))}
      <Notices />
    </>
  )
}

const Kinds = ({ kinds }: { kinds: readonly TodoKind[] }) => (
  <div className={table.scroll}>
    <table className={`${table.table} ${table.narrow}`}>
      <thead>
        <tr>
          <th scope="col">领域</th>
          <th scope="col">事项</th>
          <th scope="col" className={table.sum}>
            件数
          </th>
          <th scope="col" className={table.sum}>
            其中超期
          </th>
          <th scope="col" className={table.sum}>
            最久已等
          </th>
          <th scope="col">在谁手上</th>
        </tr>
      </thead>
      <tbody>
        {mostPressing(kinds).map((t) => (
          <tr key={t.kind}>
            <td>{t.group}</td>
            <td>
              <Link to={t.to}>{t.label}</Link>
            </td>
            <td className={table.sum}>{t.count ?? '未能读取'}</td>
            <td className={table.sum}>{t.overdue > 0 ? <StatusTag tone="urgent">{`${t.overdue} 件`}</StatusTag> : '0'}</td>
            <td className={table.sum}>{t.oldest ? `${daysSince(t.oldest, Date.now())} 天` : '无'}</td>
            <td>{t.people.length > 0 ? t.people.map((one) => `${one.name} ${one.count} 件`).join('、') : '未领取'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The newest unread messages of the user. */
function Notices() {
  const query = useQuery({
    queryKey: ['work', 'notices'],
    queryFn: () => call(notice.list, { query: { unread: true, page: 1, pageSize: NEWEST } }, { silent: true }),
    retry: false,
  })
  return (
    <section className={css.panel} aria-labelledby="workbench-notices">
      <h2 id="workbench-notices">
        未读消息{' '}
        {query.data && query.data.unread > 0 && (
          <Link className="in-text" to="/work/notice?unread=true">
            {query.data.unread} 条
          </Link>
        )}
      </h2>
      <Waiting query={query} empty="没有未读消息。" count={query.data?.list.length} />
      {query.data && query.data.list.length > 0 && (
        <ul className={`${css.rows} ${own.list}`}>
          {query.data.list.map((one) => (
            <li key={one.id}>
              <Link to={one.link ?? '/work/notice'}>{one.title}</Link>
              <span>{one.kindName}</span>
              <span className="num">{localMinute(one.createTime)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
