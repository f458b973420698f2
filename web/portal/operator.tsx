import { useQuery } from '@tanstack/react-query'
import { TODOS_KEY } from '../kit/todos-key.ts'
import { Link } from 'react-router'
import { work, type TodoKind } from '../../contract/work.ts'
import { call } from '../api.ts'
import { DueMark } from '../kit/date/due-mark.tsx'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { useCan, useMenus, useUser, type MenuEntry } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { leavesOf } from '../shell/menu-leaves.ts'
import { trailTo } from '../shell/work-rights.ts'
import { workScreenAt } from '../shell/work-screen.ts'
import { Figures } from './figures.tsx'
import css from './operator.module.css'
import { inOrder, nothingWaits } from './todo-order.ts'
import { Waiting } from './waiting.tsx'

// The charts are below the tasks and are loaded later.
const MonthlyCharts = lazyPart(() => import('./monthly.tsx').then((m) => m.MonthlyCharts))
const Today = lazyPart(() => import('./today.tsx').then((m) => m.Today))

/** /work/operator and /index: the user's open tasks from all domains, the most urgent of them, and statistics. */
export default function Operator() {
  const user = useUser()
  const menus = useMenus()
  const opens = (to: string) => trailTo(menus, to.split('?')[0]!).length > 0
  const todos = useQuery({
    queryKey: TODOS_KEY,
    queryFn: () => call(work.list, { query: {} }, { silent: true }),
    // Always read again, because a task may just have been done on another page.
    staleTime: 0,
    retry: false,
  })
  const overview = useQuery({
    queryKey: ['work', 'overview'],
    queryFn: () => call(work.overview, { query: {} }, { silent: true }),
    retry: false,
  })
  const kinds = todos.data?.list.filter((t) => opens(t.to)) ?? []
  const can = useCan()
  const desk = can('declaration:read') && ['/work/checkmanage', '/work/govcheckmanage', '/work/declaremanage'].find(opens)
  const figures = overview.data?.items.filter((f) => f.to === null || opens(f.to)) ?? []
  return (
    <>
      <h1 className={css.title}>{user?.name ? `${user.name}，您好` : '运营工作台'}</h1>
      <section className={css.panel} aria-labelledby="operator-todo">
        <h2 id="operator-todo">待我处理</h2>
        <Waiting
          query={todos}
          empty={
            waysOf(menus).length > 0
              ? '您的账号没有待办类的工作，可以从这里进入：'
              : menus.length > 0
                ? '您的角色除本页外没有其他菜单。如工作需要，请联系安全管理员。'
                : '您的账号还没有角色，暂时办不了业务。请联系安全管理员授予角色。'
          }
          count={kinds.length}
        />
        {nothingWaits(kinds) && <p className={css.note}>目前没有需要您处理的事项。</p>}
        {todos.data && kinds.length === 0 ? <Ways menus={menus} /> : <Kinds kinds={kinds} />}
      </section>
      {desk && <Today desk={desk} manage={opens('/work/declaremanage') ? '/work/declaremanage' : null} />}
      <div className={css.columns}>
        {kinds.map((t) => (
          <First key={t.kind} kind={t} />
        ))}
      </div>
      {[...new Set(figures.map((f) => f.group))].map((group) => (
        <Figures key={group} group={group} figures={figures.filter((f) => f.group === group)} />
      ))}
      <MonthlyCharts />
    </>
  )
}

const Kinds = ({ kinds }: { kinds: readonly TodoKind[] }) => (
  <ul className={css.todos}>
    {inOrder(kinds).map((t) => (
      <li key={t.kind}>
        <span className={css.label}>{t.label}</span>
        <span className={css.count}>{t.count ?? '未能读取'}</span>
        {t.note && <StatusTag tone="urgent">{t.note}</StatusTag>}
        <Link className="btn btn-small" to={t.to}>
          {t.count ? '去处理' : '查看'}
          <span className="visually-hidden">：{t.label}</span>
        </Link>
      </li>
    ))}
  </ul>
)

/** Links to the user's menus, for users who have no tasks. */
const Ways = ({ menus }: { menus: readonly MenuEntry[] }) => (
  <ul className={css.ways}>
    {waysOf(menus).map(({ entry, above }) => (
      <li key={entry.id}>
        <Link to={entry.url}>{entry.name}</Link>
        <span className={css.note}>{entry.desc || above}</span>
      </li>
    ))}
  </ul>
)
const waysOf = (menus: readonly MenuEntry[]) =>
  leavesOf(menus).filter(({ entry }) => entry.url.startsWith('/work/') && workScreenAt(entry.url)?.file && entry.url !== '/work/operator')

function First({ kind: { kind, first } }: { kind: TodoKind }) {
  if (!first || first.list.length === 0) return null
  return (
    <section className={css.panel} aria-labelledby={`first-${kind}`}>
      <h2 id={`first-${kind}`}>{first.title}</h2>
      <ul className={css.rows}>
        {first.list.map((row) => (
          <li key={row.id}>
            <Link to={row.to}>{row.title}</Link>
            <span>{row.about}</span>
            {row.deadline ? (
              <DueMark deadline={row.deadline} workdaysLeft={row.workdaysLeft} />
            ) : (
              <span className="num">{localMinute(row.since)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
